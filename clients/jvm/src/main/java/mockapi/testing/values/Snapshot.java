// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A whole world, kept under a name. */
public final class Snapshot extends Value {
    public Snapshot(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getName() { return text("name"); }
    /** {@return by the clock of the world} */
    public @NotNull Instant getTakenAt() { return time("takenAt"); }
    /** {@return the world that it was taken of} */
    public @NotNull String getWorld() { return text("world"); }
}
