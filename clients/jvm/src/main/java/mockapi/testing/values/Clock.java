// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The time of a world. {@code rate} is its seconds in each real second. */
public final class Clock extends Value {
    public Clock(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull Instant getNow() { return time("now"); }
    public boolean isFrozen() { return flag("frozen"); }
    /** {@return seconds of the world in each real second} */
    public double getRate() { return decimal("rate"); }
}
