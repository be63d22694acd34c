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
# The gates and the tests belong to `mvn verify`; here the sources only become a jar. Its name holds pom.xml's version,
# so that a VERSION that is not the same stops the build.
RUN --mount=type=cache,target=/m2 \
    mvn -B -ntp -Dmaven.repo.local=/m2 -Dquick -P '!format' -Dmaven.test.skip=true package \
    && java -Djarmode=tools -jar "target/neardup-$VERSION.jar" \
         extract --layers --destination /layers --application-filename neardup.jar

# RocksDB brings its library for fourteen platforms, 70 MB; the image runs on one.
RUN case "$(uname -m)" in \
      x86_64) library=librocksdbjni-linux64.so ;; \
      aarch64) library=librocksdbjni-linux-aarch64.so ;; \
      *) echo "no image is made for $(uname -m)" >&2; exit 1 ;; \
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

# What changes least comes first: a new version of the service is a new last layer of a few hundred kilobytes, and the
# cache below.
WORKDIR /app
COPY --from=build /layers/dependencies/ ./
COPY --from=build /layers/spring-boot-loader/ ./
COPY --from=build /layers/snapshot-dependencies/ ./
COPY --from=build /layers/application/ ./

# A training run, up to the point where the service would begin to listen, leaves a cache of loaded and linked classes
# (JEP 483, 514, 515) that halves the time to start. The cache fits this very JVM and these very jars, so it is made here.
# Compiled code stays out of it (-AOTAdapterCaching): JDK 25 does not check whether the processor that runs an image has
# the instructions of the one that built it, and would die of SIGILL where it has not. The options that decide about modules
# are those of the service below, or most of the cache goes unused; access to native code is granted by the jar itself.
RUN --mount=type=tmpfs,target=/tmp \
    java -XX:+UnlockDiagnosticVMOptions -XX:-AOTAdapterCaching -XX:AOTCacheOutput=neardup.aot -Xlog:aot*=off \
      -Dspring.context.exit=onRefresh -Dneardup.data-dir=/app/training -jar neardup.jar \
    && rm -r /app/training

# The documents. A volume of this name outlives the container; RocksDB's native library is unpacked into it. Backups go where a
# volume is mounted for them, and NEARDUP_BACKUP_DIR says so.
RUN mkdir --mode=700 /data /backups && chown 10001:10001 /data /backups
ENV NEARDUP_DATA_DIR=/data
VOLUME /data

USER 10001:10001

# Inside a container the loopback address is nobody's but the container's own. Who may reach port 8080 is decided where
# it is published, which the service cannot see. So it does not start before it is told who may come in: with API keys,
# or with NEARDUP_SECURITY_MODE=open where the port is published on 127.0.0.1 or something in front asks who is there.
ENV SERVER_ADDRESS=0.0.0.0
EXPOSE 8080

# Bash speaks HTTP here because the base image is not sure to have curl or wget. A port that speaks TLS answers 400, which tells that
# the service listens; give health a port of its own without TLS (MANAGEMENT_SERVER_PORT) to have readiness checked there too.
HEALTHCHECK --interval=5s --timeout=4s --start-period=120s --retries=3 CMD ["bash", "-c", "\
  exec 3<>/dev/tcp/127.0.0.1/${MANAGEMENT_SERVER_PORT:-${SERVER_PORT:-8080}} || exit 1; \
  printf 'GET /actuator/health/readiness HTTP/1.0\\r\\n\\r\\n' >&3; \
  IFS= read -r status <&3; \
  [[ $status == 'HTTP/1.'?' 200'* || $status == *' 400'* && -n ${SERVER_SSL_BUNDLE:-}${SERVER_SSL_CERTIFICATE:-}${SERVER_SSL_KEY_STORE:-} ]]"]

# The heap may take 70 % of the container's memory; -Xmx in JAVA_TOOL_OPTIONS, which is free for such things, overrules it.
# Where the cache cannot be used (another garbage collector, a heap of 32 GB or more), the service starts without it. A
# service that has run out of memory once is not to be trusted: it ends, and is started again.
ENTRYPOINT ["java", \
  "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseTransparentHugePages", \
  "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTAdapterCaching", "-XX:AOTCache=neardup.aot", "-Xlog:aot*=off", \
  "-jar", "neardup.jar"]
