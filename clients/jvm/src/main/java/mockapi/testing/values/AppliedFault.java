// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A fault that was applied. */
public final class AppliedFault extends Value {
    public AppliedFault(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getId() { return text("id"); }
    public @NotNull String getType() { return text("type"); }
}
