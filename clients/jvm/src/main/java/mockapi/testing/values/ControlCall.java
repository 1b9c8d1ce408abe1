// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A call of the control plane. */
public final class ControlCall extends Value {
    public ControlCall(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getMethod() { return text("method"); }
    public @NotNull String getPath() { return text("path"); }
    public @NotNull String getOperationId() { return text("operationId"); }
    public @NotNull String getAbout() { return text("about"); }
}
