package io.neardup.spark;

import org.apache.spark.sql.SparkSession;

/// The session that tests share: two threads of this process.
public final class LocalSpark {

  private LocalSpark() {}

  public static synchronized SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("tests")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.codegen.wholeStage", "false") // compiling takes longer than running
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .config("spark.sql.warehouse.dir", "target/warehouse")
        .config("spark.hadoop.fs.file.impl", LocalFiles.class.getName())
        .getOrCreate();
  }
}
