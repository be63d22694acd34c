package io.neardup.index;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/// Sums the bytes of all objects that are reachable from one object, for a heap with references of
/// four bytes. Of objects of the JDK, only arrays are included.
final class HeapWalk {

  private HeapWalk() {}

  static long bytes(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> left = new ArrayDeque<>();
    left.add(root);
    seen.add(root);
    long bytes = 0;
    while (!left.isEmpty()) {
      Object each = left.remove();
      bytes += each.getClass().isArray() ? array(each, seen, left) : object(each, seen, left);
    }
    return bytes;
  }

  private static long array(Object array, Set<Object> seen, Deque<Object> left) {
    Class<?> element = array.getClass().componentType();
    int length = Array.getLength(array);
    if (!element.isPrimitive()) {
      for (Object each : (Object[]) array) {
        reach(each, seen, left);
      }
    }
    return aligned(16 + (long) length * size(element));
  }

  private static long object(Object object, Set<Object> seen, Deque<Object> left) {
    long bytes = 12;
    for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        bytes += size(field.getType());
        if (!field.getType().isPrimitive()) {
          reach(value(field, object), seen, left);
        }
      }
    }
    return aligned(bytes);
  }

  private static void reach(Object object, Set<Object> seen, Deque<Object> left) {
    if (object != null
        && (object.getClass().isArray()
            || object.getClass().getPackageName().startsWith("io.neardup"))
        && !object.getClass().isHidden()
        && !object.getClass().isEnum()
        && seen.add(object)) {
      left.add(object);
    }
  }

  private static Object value(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static int size(Class<?> type) {
    if (type == long.class || type == double.class) {
      return 8;
    }
    if (type == byte.class || type == boolean.class) {
      return 1;
    }
    return type == short.class || type == char.class ? 2 : 4;
  }

  private static long aligned(long bytes) {
    return bytes + 7 & -8;
  }
}
