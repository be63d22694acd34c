package io.neardup.web.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerRates;
import io.neardup.service.FailedAttempts;
import io.neardup.service.job.DocumentOutcome;
import io.neardup.service.job.JobMemory;
import io.neardup.simhash.Fingerprint;
import io.neardup.web.json.KnownParametersInterceptor;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.StrictUtf8;
import io.neardup.web.limits.BodyLimitFilter;
import io.neardup.web.limits.BodyWeight;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.Http1Protocol;
import io.neardup.web.limits.LongPoll;
import io.neardup.web.limits.RateLimitFilter;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.RequestRates;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.ndjson.NdjsonExchange;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.ProblemReportValve;
import io.neardup.web.problem.RequestIdValve;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.catalina.Valve;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.actuate.endpoint.web.WebMvcEndpointHandlerMapping;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;
import tools.jackson.databind.type.LogicalType;

/// The beans of the HTTP edge.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestLimits.class)
@Import({
  BodyLimitFilter.class,
  NdjsonExchange.class,
  ProblemCounts.class,
  RequestMapper.class,
  ShutdownSignal.class,
  StreamConvention.class,
  TomcatMeters.class
})
class WebConfiguration implements WebMvcConfigurer {

  static {
    SpringDocUtils.getConfig().replaceWithClass(Fingerprint.class, String.class);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new KnownParametersInterceptor());
  }

  @Bean
  RequestQuotas requestQuotas(
      RequestLimits limits, @Value("${server.tomcat.threads.max:200}") int threads) {
    return RequestQuotas.of(
        limits.streams(), limits.memoryBytes(), limits.sharedAnswerBytes(), threads);
  }

  @Bean
  JobMemory jobMemory(RequestQuotas quotas) {
    return new JobMemory(quotas.memory(), BodyWeight::ofStored);
  }

  @Bean
  FairExecutor executor(
      Deadline.Limit timeLimit, @Value("${neardup.cluster.bootstrap-servers:}") String brokers) {
    int permits = RequestLimits.lookupsAtOnce(!brokers.isEmpty());
    return new FairExecutor(permits, timeLimit, System::nanoTime);
  }

  /// Request metrics besides time: running and waiting requests, and their memory.
  @Bean
  MeterBinder requestMeters(RequestQuotas quotas, FairExecutor executor) {
    return registry -> {
      Gauge.builder("neardup.streams", quotas.streams(), CallerQuota::taken)
          .description("NDJSON streams in progress")
          .register(registry);
      Gauge.builder("neardup.streams.limit", quotas.streams(), CallerQuota::total)
          .description("Maximum of concurrent NDJSON streams")
          .register(registry);
      Gauge.builder("neardup.lookups.running", executor, FairExecutor::running)
          .description("Running lookups, other long requests and batches of lines")
          .register(registry);
      Gauge.builder("neardup.lookups.waiting", executor, FairExecutor::waiting)
          .description("Lookups and other long requests that wait for a processor")
          .register(registry);
      Gauge.builder("neardup.bodies.memory", quotas.memory(), CallerQuota::taken)
          .description("Estimated memory of bodies and long lines")
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      Gauge.builder("neardup.bodies.memory.limit", quotas.memory(), CallerQuota::total)
          .description("Maximum memory of bodies and long lines")
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      Gauge.builder("neardup.bodies.arriving", quotas.uploads(), CallerQuota::taken)
          .description("Threads that wait for the rest of a body")
          .register(registry);
      Gauge.builder("neardup.answers.waiting", quotas.answers(), CallerQuota::taken)
          .description("Answers of streams that wait for clients, beyond each stream's own part")
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
    };
  }

  @Bean
  LongPoll longPoll(ShutdownSignal shutdown, RequestQuotas quotas) {
    return new LongPoll(shutdown, quotas.waits());
  }

  /// The request threads. They are virtual, so that waiting costs little; the limit bounds the
  /// memory of concurrent requests.
  @Bean(destroyMethod = "shutdownNow")
  ThreadPoolExecutor requestThreads(@Value("${server.tomcat.threads.max:200}") int threads) {
    TaskQueue queue = new TaskQueue();
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            queue,
            Thread.ofVirtual().name("http-", 0).factory());
    executor.allowCoreThreadTimeOut(true);
    queue.setParent(executor);
    return executor;
  }

  /// Matches requests with the API's calls before Actuator's endpoints.
  @Bean
  static BeanPostProcessor endpointsAfterCalls() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof WebMvcEndpointHandlerMapping endpoints) {
          endpoints.setOrder(1); // the calls have 0
        }
        return bean;
      }
    };
  }

  /// If Spring has its tracing filter, that one times the requests.
  @Bean
  FilterRegistrationBean<RequestTimes> requestTimes(
      MeterRegistry registry,
      StreamConvention convention,
      ObjectProvider<FilterRegistrationBean<ServerHttpObservationFilter>> traced) {
    var filter = new FilterRegistrationBean<>(new RequestTimes(registry, convention));
    filter.setEnabled(traced.getIfAvailable() == null);
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    return filter;
  }

  /// Not needed: the dispatcher servlet does the same.
  @Bean
  FilterRegistrationBean<RequestContextFilter> requestContextFilter() {
    var filter = new FilterRegistrationBean<>(new RequestContextFilter());
    filter.setEnabled(false);
    return filter;
  }

  @Bean
  Deadline.Limit deadlines(RequestLimits limits) {
    return new Deadline.Limit(limits.deadline(), System::nanoTime);
  }

  /// Counts callers' requests and failed attempts separately.
  @Bean
  @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
  RequestRates requestRates() {
    return new RequestRates(System::nanoTime);
  }

  /// Runs after Spring Security's filters, which authenticate the caller.
  @Bean
  FilterRegistrationBean<RateLimitFilter> rateLimitFilter(
      RequestLimits limits,
      CallerRates own,
      RequestRates rates,
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
    var filter =
        new FilterRegistrationBean<>(
            new RateLimitFilter(limits.requestsPerSecond(), own, rates, problems));
    filter.setEnabled(limits.requestsPerSecond() > 0 || own.anyConfigured());
    filter.setOrder(0);
    return filter;
  }

  /// Requests without a valid key are refused before the filter above, and counted by address: each
  /// address may fail as often as a caller may send requests. Callers with valid keys at the same
  /// address, for example behind a proxy, are not affected.
  @Bean
  FailedAttempts failedAttempts(RequestLimits limits, RequestRates rates) {
    int perSecond = limits.requestsPerSecond();
    return address -> perSecond == 0 ? 0 : rates.count(address, perSecond);
  }

  /// Allows percent-encoded slashes in ids, and answers requests that the server itself refuses
  /// with problems, too.
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat(
      JsonMapper mapper,
      ProblemCounts problems,
      RequestQuotas quotas,
      ThreadPoolExecutor requestThreads,
      ObjectProvider<Valve> further) {
    return factory -> {
      factory.setProtocol(Http1Protocol.class.getName());
      factory.addConnectorCustomizers(connector -> {
        connector.getProtocolHandler().setExecutor(requestThreads);
        connector.setParseBodyMethods(""); // no call takes a form
        connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
      });
      factory.addContextCustomizers(context -> {
        Stream.of(context.findErrorPages())
            .forEach(context::removeErrorPage); // for ProblemReportValve
        context.getParent().getPipeline().addValve(new RequestIdValve());
        context.getParent().getPipeline().addValve(new UnreadBodyValve(quotas.uploads()));
        context.getParent().getPipeline().addValve(new ProblemReportValve(mapper, problems));
        further.forEach(context.getParent().getPipeline()::addValve);
      });
    };
  }

  /// Replaces Spring's: [ProblemReportValve] answers requests that fail outside controllers.
  @Bean
  ErrorController noErrorPage() {
    return new ErrorController() {};
  }

  /// Engine types in all answers: fingerprints are hex strings, and null values in calibrations and
  /// jobs are absent.
  @Bean
  JacksonModule typesOfTheEngine() {
    return new SimpleModule("engine")
        .addSerializer(Fingerprint.class, ToStringSerializer.instance)
        .setMixInAnnotation(EvaluatedProfile.class, WithoutNulls.class)
        .setMixInAnnotation(DocumentOutcome.class, WithoutNulls.class);
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private interface WithoutNulls {}

  @Bean
  JsonFactoryBuilderCustomizer strictUtf8() {
    return builder -> builder.inputDecorator(new StrictUtf8());
  }

  /// Rejects unknown and duplicate fields, and fields of another type. Numbers in metadata are
  /// returned as written.
  @Bean
  JsonMapperBuilderCustomizer strictJson() {
    return builder ->
        builder
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                LogicalType.Textual,
                config ->
                    config
                        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
  }
}
