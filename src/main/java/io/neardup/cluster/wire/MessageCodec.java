package io.neardup.cluster.wire;

import static java.lang.invoke.MethodType.methodType;

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
/// sealed interface    1 byte: the index of the record among the permitted ones; and the record
/// @Nullable           1 byte: 0 for null, or 1 and the value
/// enum                the name of the constant
/// List, Map           their size, and their elements, or keys and values
/// int, long           signed varint
/// double              8 bytes
/// boolean             1 byte
/// ```
///
/// Other types are in a table below. Both sides have the same types: each change of them is another
/// [Handshake#PROTOCOL].
///
/// @param <T> the type of the messages
final class MessageCodec<T> {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  /// Matches of other instances are not explained by tables and probes.
  private static final LookupPath ELSEWHERE = (query, match) -> null;

  private static final Map<Class<?>, Format> KNOWN = new HashMap<>();

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
    know(FeatureVector.class, MessageCodec::write, in -> VectorCodec.decode(in.raw(in.count())));
    know(
        LazyVector.class,
        (out, features) -> write(out, features.get()),
        in -> {
          byte[] bytes = in.raw(in.count());
          return new LazyVector(() -> bytes.length == 0 ? null : VectorCodec.decode(bytes));
        });
    Format conditions = list(format(String.class));
    know(
        MetadataFilter.class,
        (out, filter) -> conditions.write(out, filter.conditions()),
        in ->
            MetadataFilter.of(
                ((List<?>) conditions.read(in)).stream().map(String::valueOf).toList()));
    know(LookupPath.class, (out, path) -> {}, in -> ELSEWHERE);
    know(
        DocumentFrequencies.class,
        (out, weights) -> {
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

  private final Class<T> type;
  private final Format format;

  private MessageCodec(Class<T> type) {
    this.type = type;
    this.format = format(type);
  }

  /// The bytes of a message.
  byte[] encode(T message) {
    BinaryWriter out = new BinaryWriter(512);
    format.write(out, message);
    return out.toBytes();
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws StoreException DAMAGED if it is malformed
  T decode(byte[] message) {
    BinaryReader in = new BinaryReader(message);
    try {
      T value = type.cast(format.read(in));
      in.requireEnd();
      return value;
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) { // of a record that rejects its components
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  /// How values of a type are written and read. The handles of a record are composed of those of
  /// its components, so that the JVM compiles a record as if it were code.
  ///
  /// @param write takes a [BinaryWriter] and the value
  /// @param read takes a [BinaryReader]
  private record Format(MethodHandle write, MethodHandle read) {

    static <T extends @Nullable Object> Format of(
        BiConsumer<BinaryWriter, T> write, Function<BinaryReader, T> read) {
      MethodType accept = methodType(void.class, Object.class, Object.class);
      MethodType apply = methodType(Object.class, Object.class);
      try {
        return new Format(
            LOOKUP
                .findVirtual(BiConsumer.class, "accept", accept)
                .bindTo(write)
                .asType(accept.changeParameterType(0, BinaryWriter.class)),
            LOOKUP
                .findVirtual(Function.class, "apply", apply)
                .bindTo(read)
                .asType(apply.changeParameterType(0, BinaryReader.class)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    void write(BinaryWriter out, @Nullable Object value) {
      try {
        write.invokeExact(out, value);
      } catch (Throwable e) {
        throw unchecked(e);
      }
    }

    Object read(BinaryReader in) {
      try {
        return (Object) read.invokeExact(in);
      } catch (Throwable e) {
        throw unchecked(e);
      }
    }

    private static RuntimeException unchecked(Throwable e) {
      if (e instanceof Error error) {
        throw error;
      }
      return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
  }

  private static <T> void know(
      Class<T> type, BiConsumer<BinaryWriter, T> write, Function<BinaryReader, T> read) {
    KNOWN.put(type, Format.of(write, read));
  }

  private static boolean readBoolean(BinaryReader in) {
    int value = in.octet();
    if (value > 1) {
      throw BinaryReader.damaged("a flag is neither 0 nor 1");
    }
    return value == 1;
  }

  private static void write(BinaryWriter out, @Nullable FeatureVector features) {
    byte[] bytes = features == null ? new byte[0] : VectorCodec.encode(features);
    out.varint(bytes.length).raw(bytes);
  }

  private static Format format(AnnotatedType type) {
    Format format =
        type instanceof AnnotatedParameterizedType of
            ? format(
                (Class<?>) ((ParameterizedType) of.getType()).getRawType(),
                of.getAnnotatedActualTypeArguments())
            : format((Class<?>) type.getType());
    return type.isAnnotationPresent(Nullable.class) ? optional(format) : format;
  }

  /// @param arguments of a generic type
  @SuppressWarnings({"rawtypes", "unchecked"}) // of the class of an enum
  private static Format format(Class<?> type, AnnotatedType... arguments) {
    Format known = KNOWN.get(methodType(type).wrap().returnType());
    if (known != null) {
      return known;
    } else if (type == List.class) {
      return list(format(arguments[0]));
    } else if (type == Map.class) {
      return map(format(arguments[0]), format(arguments[1]));
    } else if (type.isEnum()) {
      return constants((Class) type);
    } else if (type.isSealed()) {
      return kinds(records(type).toList());
    } else if (type.isRecord()) {
      return record(type, arguments);
    }
    throw new IllegalArgumentException("messages have no format of " + type);
  }

  private static Format optional(Format format) {
    return Format.<@Nullable Object>of(
        (out, value) -> {
          out.octet(value == null ? 0 : 1);
          if (value != null) {
            format.write(out, value);
          }
        },
        in -> readBoolean(in) ? format.read(in) : null);
  }

  private static Format list(Format element) {
    return Format.<List<?>>of(
        (out, values) -> {
          out.varint(values.size());
          values.forEach(value -> element.write(out, value));
        },
        in -> {
          List<Object> values = new ArrayList<>();
          for (int left = in.count(); left > 0; left--) {
            values.add(element.read(in));
          }
          return values;
        });
  }

  private static Format map(Format key, Format value) {
    return Format.<Map<?, ?>>of(
        (out, values) -> {
          out.varint(values.size());
          values.forEach((each, its) -> {
            key.write(out, each);
            value.write(out, its);
          });
        },
        in -> {
          Map<Object, Object> values = new LinkedHashMap<>();
          for (int left = in.count(); left > 0; left--) {
            values.put(key.read(in), value.read(in));
          }
          return values;
        });
  }

  private static <E extends Enum<E>> Format constants(Class<E> type) {
    return Format.<E>of(
        (out, constant) -> out.string(constant.name()), in -> Enum.valueOf(type, in.string()));
  }

  /// The records of a sealed interface, also of those below it, as declared.
  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(MessageCodec::records)
        : Stream.of(type);
  }

  private static Format kinds(List<Class<?>> kinds) {
    List<Format> formats = kinds.stream().map(kind -> format(kind)).toList();
    return Format.<Object>of(
        (out, value) -> {
          int kind = kinds.indexOf(value.getClass());
          formats.get(kind).write(out.octet(kind), value);
        },
        in -> {
          int kind = in.octet();
          if (kind >= kinds.size()) {
            throw BinaryReader.damaged("its kind is unknown");
          }
          return formats.get(kind).read(in);
        });
  }

  private static Format record(Class<?> type, AnnotatedType[] arguments) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    MethodHandle[] reads = new MethodHandle[components.length];
    MethodHandle write = MethodHandles.empty(methodType(void.class, BinaryWriter.class, type));
    try {
      for (int i = components.length - 1; i >= 0; i--) {
        types[i] = components[i].getType();
        Format format =
            format(
                components[i].getGenericType() instanceof TypeVariable<?> variable
                    ? arguments[List.of(type.getTypeParameters()).indexOf(variable)]
                    : components[i].getAnnotatedType());
        MethodHandle first =
            MethodHandles.filterArguments(
                format.write.asType(format.write.type().changeParameterType(1, types[i])),
                1,
                LOOKUP.unreflect(components[i].getAccessor()));
        write = MethodHandles.foldArguments(write, first);
        reads[i] = format.read;
      }
      MethodHandle constructor = LOOKUP.unreflectConstructor(type.getDeclaredConstructor(types));
      MethodHandle read =
          MethodHandles.permuteArguments(
              MethodHandles.filterArguments(
                  constructor.asType(constructor.type().generic()), 0, reads),
              methodType(Object.class, BinaryReader.class),
              new int[reads.length]);
      return new Format(write.asType(write.type().changeParameterType(1, Object.class)), read);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type + " is not public", e);
    }
  }
}
