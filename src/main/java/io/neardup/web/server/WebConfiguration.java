package io.neardup.web.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.CallerRates;
import io.neardup.service.FailedAttempts;
import io.neardup.simhash.Fingerprint;
import io.neardup.web.json.KnownParametersInterceptor;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.UnencodedIdFilter;
import io.neardup.web.limits.BodyLimitFilter;
import io.neardup.web.limits.ClientValve;
import io.neardup.web.limits.Deadlines;
import io.neardup.web.limits.RateLimitFilter;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.RequestRates;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.Turns;
import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.limits.WatchedProtocol;
import io.neardup.web.ndjson.AnswerMemory;
import io.neardup.web.ndjson.LineThreads;
import io.neardup.web.ndjson.NdjsonExchange;
import io.neardup.web.ndjson.StreamConvention;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.ProblemReportValve;
import io.neardup.web.problem.RequestIdValve;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
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

/// The parts of the HTTP edge, and how strictly it reads JSON.
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

  static {
    SpringDocUtils.getConfig().replaceWithClass(Fingerprint.class, String.class);
  }

  /// The front door leads to where every call can be tried out.
  @Override
  public void addViewControllers(ViewControllerRegistry registry) {
    registry.addRedirectViewController("/", "/swagger-ui.html");
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new KnownParametersInterceptor());
  }

  @Bean
  RequestMapper requestReader(RequestLimits limits) {
    return new RequestMapper(limits);
  }

  @Bean
  RequestQuotas requestQuotas(
      RequestLimits limits, @Value("${server.tomcat.threads.max:200}") int threads) {
    return RequestQuotas.of(limits.streams(), limits.memoryBytes(), threads);
  }

  /// Work on the lines of all streams, and leave a processor to other requests.
  @Bean
  LineThreads lineThreads() {
    return new LineThreads(
        Math.max(1, Runtime.getRuntime().availableProcessors() - 1), System::nanoTime);
  }

  @Bean
  NdjsonExchange ndjson(
      JsonMapper mapper,
      RequestLimits limits,
      RequestQuotas quotas,
      AnswerMemory answerMemory,
      LineThreads lineThreads,
      ProblemCounts problems,
      ShutdownSignal stopping) {
    return new NdjsonExchange(
        mapper, limits, quotas, answerMemory, lineThreads, problems, stopping);
  }

  @Bean
  AnswerMemory answerMemory(RequestLimits limits) {
    long shared = limits.sharedAnswerBytes();
    return new AnswerMemory(shared / limits.streams(), RequestLimits.MAX_ANSWER_BYTES, shared);
  }

  @Bean
  ShutdownSignal stopping() {
    return new ShutdownSignal();
  }

  @Bean
  ProblemCounts problemCounts() {
    return new ProblemCounts();
  }

  @Bean
  WebMeters webMeters(
      RequestQuotas quotas, Turns lookups, AnswerMemory answers, ProblemCounts problems) {
    return new WebMeters(quotas, lookups, answers, problems);
  }

  @Bean
  TomcatMeters tomcatMeters(MeterRegistry registry) {
    return new TomcatMeters(registry);
  }

  @Bean
  StreamConvention streamConvention() {
    return new StreamConvention();
  }

  @Bean
  BodyLimitFilter bodyLimitFilter(RequestLimits limits, RequestQuotas quotas) {
    return new BodyLimitFilter(limits, quotas);
  }

  @Bean
  Turns turns(RequestLimits limits) {
    return new Turns(limits.lookupsAtOnce(), limits.deadline());
  }

  @Bean
  Deadlines deadlines(RequestLimits limits) {
    return new Deadlines(limits.deadline(), System::nanoTime);
  }

  /// Behind the filters of Spring Security, which find out who calls.
  @Bean
  FilterRegistrationBean<RateLimitFilter> rateLimitFilter(
      RequestLimits limits,
      CallerRates own,
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
    var filter =
        new FilterRegistrationBean<>(
            new RateLimitFilter(limits.requestsPerSecond(), own, problems));
    filter.setEnabled(limits.requestsPerSecond() > 0 || own.anyConfigured());
    filter.setOrder(0);
    return filter;
  }

  /// Before the filters of Spring Security and all others that read paths.
  @Bean
  FilterRegistrationBean<UnencodedIdFilter> unencodedIdFilter() {
    var filter = new FilterRegistrationBean<>(new UnencodedIdFilter());
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return filter;
  }

  /// Those who show no good key are nobody, and come before the filter above: they are counted by
  /// address, and each address may fail as often as a caller may call. Callers with good keys at
  /// the same address, of a proxy for instance, are let through all the same.
  @Bean
  FailedAttempts failedAttempts(RequestLimits limits) {
    int perSecond = limits.requestsPerSecond();
    RequestRates rates = new RequestRates();
    return address -> perSecond == 0 ? 0 : rates.count(address, perSecond);
  }

  /// Ids may hold slashes, percent-encoded; what the server itself refuses is told as a problem
  /// too.
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat(
      JsonMapper mapper, ProblemCounts problems, RequestQuotas quotas) {
    return factory -> {
      factory.setProtocol(WatchedProtocol.class.getName());
      factory.addConnectorCustomizers(connector -> {
        connector.setParseBodyMethods(""); // no call takes a form
        connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
      });
      factory.addContextCustomizers(context -> {
        context.getParent().getPipeline().addValve(new RequestIdValve());
        context.getParent().getPipeline().addValve(new UnreadBodyValve(quotas.uploads()));
        context.getParent().getPipeline().addValve(new ProblemReportValve(mapper, problems));
        context.getParent().getPipeline().addValve(new ClientValve());
      });
    };
  }

  /// Fingerprints are hex strings wherever they stand.
  @Bean
  JacksonModule fingerprintAsHex() {
    return new SimpleModule("fingerprint")
        .addSerializer(Fingerprint.class, ToStringSerializer.instance);
  }

  /// A field that is unknown, given twice or of another type is a mistake worth telling. Numbers in
  /// metadata come back as they were written.
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
