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
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
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
/// Other types are in the constructor of [Formats]. Both sides have the same types: each change of
/// them is another [Handshake#PROTOCOL].
///
/// @param <T> the type of the messages
final class MessageCodec<T> {

  private static final Formats FORMATS = new Formats();

  static final MessageCodec<Command> COMMAND = new MessageCodec<>(Command.class);
  static final MessageCodec<Result> RESULT = new MessageCodec<>(Result.class);
  static final MessageCodec<ReadRequest> REQUEST = new MessageCodec<>(ReadRequest.class);
  static final MessageCodec<ReadResponse> RESPONSE = new MessageCodec<>(ReadResponse.class);

  private final Class<T> type;
  private final Format format;

  private MessageCodec(Class<T> type) {
    this.type = type;
    this.format = FORMATS.of(type);
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

  /// How values of a type are written and read. Records compose the handles of their components,
  /// so that the compiler of the JVM sees a whole record as one method.
  ///
  /// @param write takes a [BinaryWriter] and the value
  /// @param read takes a [BinaryReader]
  private record Format(MethodHandle write, MethodHandle read) {

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

  private static final class Formats {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    /// Matches of other instances are not explained by tables and probes.
    private static final LookupPath ELSEWHERE = (query, match) -> null;

    private final Map<Class<?>, Format> known = new HashMap<>();

    Formats() {
      know(Boolean.class, (out, value) -> out.octet(value ? 1 : 0), Formats::readBoolean);
      know(
          Integer.class,
          (out, value) -> out.signed(value),
          in -> Math.toIntExact(in.signed()));
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
          (out, features) -> write(out, features),
          in -> VectorCodec.decode(in.raw(in.count())));
      know(
          LazyVector.class,
          (out, features) -> write(out, features.get()),
          in -> {
            byte[] bytes = in.raw(in.count());
            return new LazyVector(() -> bytes.length == 0 ? null : VectorCodec.decode(bytes));
          });
      know(
          MetadataFilter.class,
          (out, filter) -> writeAll(out, filter.conditions(), BinaryWriter::string),
          in -> MetadataFilter.of(readAll(in, BinaryReader::string)));
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

    private <T> void know(
        Class<T> type, BiConsumer<BinaryWriter, T> write, Function<BinaryReader, T> read) {
      known.put(type, format(write, read));
    }

    private static <T> Format format(
        BiConsumer<BinaryWriter, T> write, Function<BinaryReader, ? extends @Nullable T> read) {
      try {
        return new Format(
            LOOKUP
                .findVirtual(
                    BiConsumer.class,
                    "accept",
                    methodType(void.class, Object.class, Object.class))
                .bindTo(write)
                .asType(methodType(void.class, BinaryWriter.class, Object.class)),
            LOOKUP
                .findVirtual(Function.class, "apply", methodType(Object.class, Object.class))
                .bindTo(read)
                .asType(methodType(Object.class, BinaryReader.class)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
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

    private static <T> void writeAll(
        BinaryWriter out, Collection<T> values, BiConsumer<BinaryWriter, T> write) {
      out.varint(values.size());
      values.forEach(value -> write.accept(out, value));
    }

    private static <T> List<T> readAll(BinaryReader in, Function<BinaryReader, T> read) {
      List<T> values = new ArrayList<>();
      for (int left = in.count(); left > 0; left--) {
        values.add(read.apply(in));
      }
      return values;
    }

    private Format of(AnnotatedType type) {
      AnnotatedType[] arguments =
          type instanceof AnnotatedParameterizedType of
              ? of.getAnnotatedActualTypeArguments()
              : new AnnotatedType[0];
      Class<?> raw =
          (Class<?>)
              (type.getType() instanceof ParameterizedType of ? of.getRawType() : type.getType());
      Format format = of(raw, arguments);
      return type.isAnnotationPresent(Nullable.class) ? optional(format) : format;
    }

    /// @param arguments of a generic type
    Format of(Class<?> type, AnnotatedType... arguments) {
      Class<?> boxed = methodType(type).wrap().returnType();
      Format present = known.get(boxed);
      if (present == null) {
        present = made(boxed, arguments);
        if (arguments.length == 0) {
          known.put(boxed, present);
        }
      }
      return present;
    }

    private Format made(Class<?> type, AnnotatedType[] arguments) {
      if (type == List.class) {
        Format element = of(arguments[0]);
        return Formats.<List<?>>format(
            (out, values) -> writeAll(out, values, element::write),
            in -> readAll(in, element::read));
      }
      if (type == Map.class) {
        Format key = of(arguments[0]);
        Format value = of(arguments[1]);
        return Formats.<Map<?, ?>>format(
            (out, values) ->
                writeAll(
                    out,
                    values.entrySet(),
                    (to, entry) -> {
                      key.write(to, entry.getKey());
                      value.write(to, entry.getValue());
                    }),
            in ->
                Map.ofEntries(
                    readAll(in, from -> Map.entry(key.read(from), value.read(from)))
                        .toArray(Map.Entry[]::new)));
      }
      if (type.isEnum()) {
        return constants(type);
      }
      if (type.isSealed()) {
        return alternatives(type);
      }
      if (type.isRecord()) {
        return record(type, arguments);
      }
      throw new IllegalArgumentException("messages have no format of " + type);
    }

    private static Format optional(Format format) {
      return Formats.<Object>format(
          (out, value) -> {
            out.octet(value == null ? 0 : 1);
            if (value != null) {
              format.write(out, value);
            }
          },
          in -> readBoolean(in) ? format.read(in) : null);
    }

    private static Format constants(Class<?> type) {
      Map<String, Enum<?>> byName = new HashMap<>();
      for (Object constant : type.getEnumConstants()) {
        byName.put(((Enum<?>) constant).name(), (Enum<?>) constant);
      }
      return Formats.<Enum<?>>format(
          (out, constant) -> out.string(constant.name()),
          in -> {
            Enum<?> constant = byName.get(in.string());
            if (constant == null) {
              throw BinaryReader.damaged("a value of " + type.getSimpleName() + " is unknown");
            }
            return constant;
          });
    }

    private Format alternatives(Class<?> type) {
      List<Class<?>> kinds = records(type).toList();
      List<Format> formats = kinds.stream().map(kind -> of(kind)).toList();
      return Formats.<Object>format(
          (out, value) -> {
            int kind = kinds.indexOf(value.getClass());
            formats.get(kind).write(out.octet(kind), value);
          },
          in -> {
            int kind = in.octet();
            if (kind >= kinds.size()) {
              throw BinaryReader.damaged("its kind of " + type.getSimpleName() + " is unknown");
            }
            return formats.get(kind).read(in);
          });
    }

    /// The records of a sealed interface, also of those below it, as declared.
    private static Stream<Class<?>> records(Class<?> type) {
      return type.isSealed()
          ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Formats::records)
          : Stream.of(type);
    }

    private Format record(Class<?> type, AnnotatedType[] arguments) {
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Format[] formats =
          Arrays.stream(components)
              .map(component ->
                  component.getGenericType() instanceof TypeVariable<?> variable
                      ? arguments[List.of(type.getTypeParameters()).indexOf(variable)]
                      : component.getAnnotatedType())
              .map(this::of)
              .toArray(Format[]::new);
      try {
        MethodHandle write = MethodHandles.empty(methodType(void.class, BinaryWriter.class, type));
        for (int i = components.length - 1; i >= 0; i--) {
          MethodHandle component =
              MethodHandles.filterArguments(
                  formats[i].write.asType(methodType(void.class, BinaryWriter.class, types[i])),
                  1,
                  LOOKUP.unreflect(components[i].getAccessor()));
          write = MethodHandles.foldArguments(write, component);
        }
        MethodHandle constructor = LOOKUP.unreflectConstructor(type.getDeclaredConstructor(types));
        MethodHandle read =
            MethodHandles.permuteArguments(
                MethodHandles.filterArguments(
                    constructor.asType(constructor.type().generic()),
                    0,
                    Arrays.stream(formats).map(Format::read).toArray(MethodHandle[]::new)),
                methodType(Object.class, BinaryReader.class),
                new int[components.length]);
        return new Format(
            write.asType(methodType(void.class, BinaryWriter.class, Object.class)), read);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(type + " is not public", e);
      }
    }
  }
}
