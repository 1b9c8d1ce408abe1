// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A call of the control plane that changed something. {@code time} is by the world's clock, {@code at} is real. */
public final class Activity extends Value {
    public Activity(@NotNull Map<String, Object> json) { super(json); }
    public long getId() { return number("id"); }
    /** {@return by the world's clock} */
    public @NotNull Instant getTime() { return time("time"); }
    /** {@return the real time} */
    public @NotNull Instant getAt() { return time("at"); }
    public @NotNull String getWorld() { return text("world"); }
    public @NotNull String getOperationId() { return text("operationId"); }
    public @NotNull String getMethod() { return text("method"); }
    public @NotNull String getPath() { return text("path"); }
    public int getStatus() { return integer("status"); }
    /** {@return the body of the request, if it was short} */
    public @Nullable Object getBody() { return any("body"); }
}
