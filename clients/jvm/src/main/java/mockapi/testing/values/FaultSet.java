// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A ready-made set of faults, and whether the world has it. */
public final class FaultSet extends Value {
    public FaultSet(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getName() { return text("name"); }
    public @NotNull String getAbout() { return text("about"); }
    /** {@return whether the world has it} */
    public boolean isActive() { return flag("active"); }
    /** {@return as they are in the world, or as they would be added} */
    public @NotNull List<Map<String, Object>> getFaults() { return objects("faults"); }
}
