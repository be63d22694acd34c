package io.neardup.config;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The beans of the service. It stands here and names the packages with components because Spring
/// Boot reads every class of the package that this is in, and of those, at each start.
@SpringBootApplication(
    proxyBeanMethods = false,
    scanBasePackages = {"io.neardup.config", "io.neardup.security", "io.neardup.web"})
public class ServiceConfiguration {}
