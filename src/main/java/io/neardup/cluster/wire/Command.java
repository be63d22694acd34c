package io.neardup.cluster.wire;

import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
import org.jspecify.annotations.Nullable;

/// A write that an instance passes to the owner of a partition, or to the one that decides on the
/// near-duplicates of a collection.
public sealed interface Command {

  /// The collection.
  CreatedCollection collection();

  /// The write to another collection of the name.
  Command to(CreatedCollection other);

  /// Stores a document depending on its near-duplicates.
  record Decide(CreatedCollection collection, Draft document) implements Command {

    @Override
    public Decide to(CreatedCollection other) {
      return new Decide(other, document);
    }
  }

  /// A write to the partition of a document.
  sealed interface OfDocument extends Command {

    /// The id of the document.
    String id();

    /// Who orders the write, null for a client.
    @Nullable Term term();
  }

  /// Stores a document whatever its near-duplicates are.
  record Store(CreatedCollection collection, Draft document, @Nullable Term term)
      implements OfDocument {

    @Override
    public String id() {
      return document.id();
    }

    @Override
    public Store to(CreatedCollection other) {
      return new Store(other, document, term);
    }
  }

  /// Deletes a document.
  ///
  /// @param condition on the present document
  /// @param filter that it must pass, null to delete it in any case
  record Remove(
      CreatedCollection collection,
      String id,
      Precondition condition,
      @Nullable MetadataFilter filter,
      @Nullable Term term)
      implements OfDocument {

    @Override
    public Remove to(CreatedCollection other) {
      return new Remove(other, id, condition, filter, term);
    }
  }

  /// Changes a document.
  ///
  /// @param condition on the present document
  /// @param filter that it must pass, null to change it in any case
  record Revise(
      CreatedCollection collection,
      String id,
      Precondition condition,
      @Nullable MetadataFilter filter,
      DocumentChange change,
      @Nullable Term term)
      implements OfDocument {

    @Override
    public Revise to(CreatedCollection other) {
      return new Revise(other, id, condition, filter, change, term);
    }
  }
}
