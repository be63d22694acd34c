# The neardup service as a container image. Build it with BuildKit (the default of every current Docker):
#   docker build -t neardup .
#   docker run --rm --read-only --tmpfs /tmp -v neardup:/data -e NEARDUP_SECURITY_MODE=open \
#     -p 127.0.0.1:8080:8080 neardup

ARG VERSION=0.1.0

FROM maven:3.9-eclipse-temurin-25 AS build
ARG VERSION
WORKDIR /src
COPY pom.xml .
COPY src/main src/main
# Builds the jar without checks and tests, which `mvn verify` runs. The name of the jar contains the version of pom.xml:
# the build fails if VERSION differs.
RUN --mount=type=cache,target=/m2 \
    mvn -B -ntp -Dmaven.repo.local=/m2 -Dquick -P '!format' -Dmaven.test.skip=true package \
    && java -Djarmode=tools -jar "target/neardup-$VERSION.jar" \
         extract --layers --destination /layers --application-filename neardup.jar

# The jar of RocksDB has native libraries for seven platforms, 33 MB. The image keeps only the one of its platform.
RUN case "$(uname -m)" in \
      x86_64) library=librocksdbjni-linux64.so ;; \
      aarch64) library=librocksdbjni-linux-aarch64.so ;; \
      *) echo "unsupported architecture: $(uname -m)" >&2; exit 1 ;; \
    esac \
    && jar=$(echo /layers/dependencies/lib/rocksdbjni-*.jar) \
    && mkdir /rocksdb && cd /rocksdb && jar xf "$jar" && test -f "$library" \
    && find . -name 'librocksdbjni-*' ! -name "$library" -delete \
    && jar cfM "$jar" .

FROM eclipse-temurin:25-jre
ARG VERSION
LABEL org.opencontainers.image.title="neardup" \
      org.opencontainers.image.description="Finds near-duplicate texts: SimHash over REST." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION"

# Layers that change rarely come first: a new version of the service changes only the last of them, a few hundred kilobytes,
# and the AOT cache below.
WORKDIR /app
COPY --from=build /layers/dependencies/ ./
COPY --from=build /layers/spring-boot-loader/ ./
COPY --from=build /layers/snapshot-dependencies/ ./
COPY --from=build /layers/application/ ./

# A training run, which ends before the service would listen, writes an AOT cache of loaded and linked classes (JEP 483,
# 514, 515). The cache halves the time to start. It is valid only for this JVM and these jars, so it is created in the image.
# It contains no compiled code (-AOTAdapterCaching): JDK 25 does not check that the processor that runs the image has all
# instructions of the processor that built it, and would crash with SIGILL. The options that affect modules must be the same
# as for the service below, or most of the cache is unused. The manifest of the jar enables native access.
RUN --mount=type=tmpfs,target=/tmp \
    java -XX:+UnlockDiagnosticVMOptions -XX:-AOTAdapterCaching -XX:AOTCacheOutput=neardup.aot -Xlog:aot*=off \
      -Dspring.context.exit=onRefresh -Dneardup.data-dir=/app/training -jar neardup.jar \
    && rm -r /app/training

# /data holds the documents and the unpacked native library of RocksDB; a named volume survives the container.
# To make backups, mount a volume at /backups and set NEARDUP_BACKUP_DIR=/backups.
RUN mkdir --mode=700 /data /backups && chown 10001:10001 /data /backups
ENV NEARDUP_DATA_DIR=/data
VOLUME /data

# Java encodes the names of files and arguments as the locale does; that of C has only ASCII.
ENV LC_ALL=C.UTF-8

USER 10001:10001

# The loopback address of a container is not reachable from outside, so the service listens on all addresses. Which clients
# reach port 8080 depends on how it is published, which the service cannot determine. Therefore it does not start without a
# configured access mode: API keys, or NEARDUP_SECURITY_MODE=open if the port is published on 127.0.0.1 or behind a proxy
# that authenticates clients.
ENV SERVER_ADDRESS=0.0.0.0
EXPOSE 8080

# Sends HTTP with Bash, because the base image may have neither curl nor wget. A port with TLS answers 400, which only shows
# that the service listens. To check readiness as well, give health a separate port without TLS (MANAGEMENT_SERVER_PORT).
HEALTHCHECK --interval=5s --timeout=4s --start-period=120s --retries=3 CMD ["bash", "-c", "\
  exec 3<>/dev/tcp/127.0.0.1/${MANAGEMENT_SERVER_PORT:-${SERVER_PORT:-8080}} || exit 1; \
  printf 'GET /actuator/health/readiness HTTP/1.0\\r\\n\\r\\n' >&3; \
  IFS= read -r status <&3; \
  [[ $status == 'HTTP/1.'?' 200'* || $status == *' 400'* && -n ${SERVER_SSL_BUNDLE:-}${SERVER_SSL_CERTIFICATE:-}${SERVER_SSL_KEY_STORE:-} ]]"]

# The heap may take 70 % of the container's memory; -Xmx in JAVA_TOOL_OPTIONS overrides this. If the AOT cache
# cannot be used (another garbage collector, a heap of 32 GB or more), the service starts without it. After an
# OutOfMemoryError the state of the process is undefined: it exits, and the container is restarted.
ENTRYPOINT ["java", \
  "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseTransparentHugePages", \
  "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTAdapterCaching", "-XX:AOTCache=neardup.aot", "-Xlog:aot*=off", \
  "-jar", "neardup.jar"]
