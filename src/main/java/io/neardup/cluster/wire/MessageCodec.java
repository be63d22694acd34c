package io.neardup.cluster.wire;

import io.neardup.index.LookupPath;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.StoreException;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.RevisionCodec;
import io.neardup.store.codec.VectorCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The binary format of messages, derived from their types:
///
/// ```
/// record              its components in their order
/// sealed interface    1 byte: the index of the record among the permitted ones, as declared; the record
/// @Nullable           1 byte: 0 for null, or 1 and the value
/// enum                the name of the constant
/// List, Map           their size, and their elements, or keys and values
/// int, long           signed varint
/// double              8 bytes
/// boolean             1 byte
/// other types         see [#KNOWN]
/// ```
///
/// Both sides have the same types: each change of them is another [Handshake#PROTOCOL].
///
/// @param <T> the type of the messages
final class MessageCodec<T> {

  /// How values of a type are written and read.
  private record Format<T>(BiConsumer<BinaryWriter, T> write, Function<BinaryReader, T> read) {}

  /// Matches of other instances are not explained by tables and probes.
  private static final LookupPath ELSEWHERE = (query, match) -> null;

  private static final Map<Class<?>, Format<?>> KNOWN = new HashMap<>();

  static {
    know(Boolean.class, (out, value) -> out.octet(value ? 1 : 0), MessageCodec::readBoolean);
    know(Integer.class, (out, value) -> out.signed(value), in -> Math.toIntExact(in.signed()));
    know(Long.class, BinaryWriter::signed, BinaryReader::signed);
    know(
        Double.class,
        (out, value) -> out.fixed(Double.doubleToLongBits(value)),
        in -> Double.longBitsToDouble(in.fixed()));
    know(String.class, BinaryWriter::string, BinaryReader::string);
    know(
        Instant.class,
        (out, time) -> out.signed(time.getEpochSecond()).varint(time.getNano()),
        in -> Instant.ofEpochSecond(in.signed(), in.varint(999_999_999)));
    know(
        Fingerprint.class,
        (out, value) -> RevisionCodec.write(out.varint(value.bits()), value),
        in -> RevisionCodec.readFingerprint(in, in.varint(Fingerprint.MAX_BITS)));
    know(
        FeatureVector.class,
        (out, features) -> write(out, VectorCodec.encode(features)),
        in -> VectorCodec.decode(in.raw(in.count())));
    // Decoded when they are needed.
    know(
        LazyVector.class,
        (out, lazy) -> {
          FeatureVector features = lazy.get();
          write(out, features == null ? new byte[0] : VectorCodec.encode(features));
        },
        in -> {
          byte[] features = in.raw(in.count());
          return new LazyVector(() -> features.length == 0 ? null : VectorCodec.decode(features));
        });
    Format<List<String>> conditions = list(cast(KNOWN.get(String.class)));
    know(
        MetadataFilter.class,
        (out, filter) -> conditions.write.accept(out, filter.conditions()),
        in -> MetadataFilter.of(conditions.read.apply(in)));
    know(LookupPath.class, (out, path) -> {}, in -> ELSEWHERE);
    know(
        DocumentFrequencies.class,
        (out, frequencies) -> {
          throw new IllegalArgumentException("weights of a collection are those of one process");
        },
        in -> {
          throw BinaryReader.damaged("it has weights of a collection");
        });
  }

  static final MessageCodec<Command> COMMAND = new MessageCodec<>(Command.class);
  static final MessageCodec<Result> RESULT = new MessageCodec<>(Result.class);
  static final MessageCodec<ReadRequest> REQUEST = new MessageCodec<>(ReadRequest.class);
  static final MessageCodec<ReadResponse> RESPONSE = new MessageCodec<>(ReadResponse.class);

  private final Format<T> format;

  private MessageCodec(Class<T> type) {
    this.format = cast(format(type, new AnnotatedType[0]));
  }

  /// The bytes of a message.
  byte[] encode(T message) {
    BinaryWriter out = new BinaryWriter(512);
    format.write.accept(out, message);
    return out.toBytes();
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws StoreException DAMAGED if it is malformed
  T decode(byte[] message) {
    BinaryReader in = new BinaryReader(message);
    try {
      T value = format.read.apply(in);
      in.requireEnd();
      return value;
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) { // of a record that rejects its components
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  private static <T> void know(
      Class<T> type, BiConsumer<BinaryWriter, T> write, Function<BinaryReader, T> read) {
    KNOWN.put(type, new Format<>(write, read));
  }

  @SuppressWarnings("unchecked")
  private static Format<Object> format(AnnotatedType type) {
    AnnotatedType[] arguments =
        type instanceof AnnotatedParameterizedType of
            ? of.getAnnotatedActualTypeArguments()
            : new AnnotatedType[0];
    Class<?> raw =
        (Class<?>)
            (type.getType() instanceof ParameterizedType of ? of.getRawType() : type.getType());
    Format<Object> format = cast(format(raw, arguments));
    return type.isAnnotationPresent(Nullable.class) ? optional(format) : format;
  }

  private static Format<?> format(Class<?> type, AnnotatedType[] arguments) {
    Format<?> known = KNOWN.get(MethodType.methodType(type).wrap().returnType());
    if (known != null) {
      return known;
    }
    if (type == List.class) {
      return list(format(arguments[0]));
    }
    if (type == Map.class) {
      return map(format(arguments[0]), format(arguments[1]));
    }
    Format<?> made;
    if (type.isEnum()) {
      made = constants(type);
    } else if (type.isSealed()) {
      made = alternatives(type);
    } else if (type.isRecord()) {
      made = record(type, arguments);
    } else {
      throw new IllegalArgumentException("messages have no format of " + type);
    }
    if (arguments.length == 0) {
      KNOWN.put(type, made);
    }
    return made;
  }

  private static boolean readBoolean(BinaryReader in) {
    int value = in.octet();
    if (value > 1) {
      throw BinaryReader.damaged("a flag is neither 0 nor 1");
    }
    return value == 1;
  }

  private static void write(BinaryWriter out, byte[] bytes) {
    out.varint(bytes.length).raw(bytes);
  }

  private static <T> Format<T> optional(Format<T> format) {
    return new Format<>(
        (out, value) -> {
          out.octet(value == null ? 0 : 1);
          if (value != null) {
            format.write.accept(out, value);
          }
        },
        in -> readBoolean(in) ? format.read.apply(in) : null);
  }

  private static <T> Format<List<T>> list(Format<T> element) {
    return new Format<>(
        (out, values) -> {
          out.varint(values.size());
          values.forEach(value -> element.write.accept(out, value));
        },
        in -> {
          List<T> values = new ArrayList<>();
          for (int left = in.count(); left > 0; left--) {
            values.add(element.read.apply(in));
          }
          return values;
        });
  }

  private static <K, V> Format<Map<K, V>> map(Format<K> key, Format<V> value) {
    return new Format<>(
        (out, values) -> {
          out.varint(values.size());
          values.forEach((each, of) -> {
            key.write.accept(out, each);
            value.write.accept(out, of);
          });
        },
        in -> {
          Map<K, V> values = new LinkedHashMap<>();
          for (int left = in.count(); left > 0; left--) {
            values.put(key.read.apply(in), value.read.apply(in));
          }
          return values;
        });
  }

  private static Format<Enum<?>> constants(Class<?> type) {
    Map<String, Enum<?>> byName = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      byName.put(((Enum<?>) constant).name(), (Enum<?>) constant);
    }
    return new Format<>(
        (out, constant) -> out.string(constant.name()),
        in -> {
          Enum<?> constant = byName.get(in.string());
          if (constant == null) {
            throw BinaryReader.damaged("a value of " + type.getSimpleName() + " is unknown");
          }
          return constant;
        });
  }

  /// The records below a sealed interface, as declared.
  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(MessageCodec::leaves)
        : Stream.of(type);
  }

  private static Format<Object> alternatives(Class<?> type) {
    List<Class<?>> kinds = leaves(type).toList();
    List<Format<Object>> formats =
        kinds.stream().map(kind -> MessageCodec.<Object>cast(format(kind, new AnnotatedType[0]))).toList();
    return new Format<>(
        (out, value) -> {
          int kind = kinds.indexOf(value.getClass());
          formats.get(kind).write.accept(out.octet(kind), value);
        },
        in -> {
          int kind = in.octet();
          if (kind >= kinds.size()) {
            throw BinaryReader.damaged("its kind of " + type.getSimpleName() + " is unknown");
          }
          return formats.get(kind).read.apply(in);
        });
  }

  private static Format<Object> record(Class<?> type, AnnotatedType[] arguments) {
    RecordComponent[] components = type.getRecordComponents();
    int count = components.length;
    Class<?>[] types = new Class<?>[count];
    MethodHandle[] accessors = new MethodHandle[count];
    List<Format<Object>> formats = new ArrayList<>(count);
    MethodHandle constructor;
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    try {
      for (int i = 0; i < count; i++) {
        types[i] = components[i].getType();
        accessors[i] =
            lookup
                .unreflect(components[i].getAccessor())
                .asType(MethodType.methodType(Object.class, Object.class));
        formats.add(
            format(
                components[i].getGenericType() instanceof TypeVariable<?> variable
                    ? arguments[List.of(type.getTypeParameters()).indexOf(variable)]
                    : components[i].getAnnotatedType()));
      }
      constructor =
          lookup
              .unreflectConstructor(type.getDeclaredConstructor(types))
              .asSpreader(Object[].class, count)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type + " is not public", e);
    }
    return new Format<>(
        (out, value) -> {
          try {
            for (int i = 0; i < count; i++) {
              formats.get(i).write.accept(out, (Object) accessors[i].invokeExact((Object) value));
            }
          } catch (Throwable e) {
            throw unchecked(e);
          }
        },
        in -> {
          Object[] values = new Object[count];
          for (int i = 0; i < count; i++) {
            values[i] = formats.get(i).read.apply(in);
          }
          try {
            return (Object) constructor.invokeExact(values);
          } catch (Throwable e) {
            throw unchecked(e);
          }
        });
  }

  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }

  @SuppressWarnings("unchecked")
  private static <T> Format<T> cast(Format<?> format) {
    return (Format<T>) format;
  }
}
