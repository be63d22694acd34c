package io.neardup.web.job;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.SharedService;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// A test of jobs, of a service in which the collections `own` and `other` are empty before each
/// test. Their profile has fingerprints of 64 bits.
abstract class JobTest {

  static RunningService service;
  static JobClient jobs;
  static FreshService fresh;

  @BeforeAll
  static void start() {
    fresh = SharedService.of("--neardup.profile=paper-v1");
    service = fresh.http();
    jobs = new JobClient(service);
  }

  @BeforeEach
  void collections() {
    for (String name : List.of("own", "other")) {
      service.delete("/collections/" + name).require(204, 404);
      service.put("/collections/" + name, "{\"storeText\":true}").require(201);
    }
  }
}
