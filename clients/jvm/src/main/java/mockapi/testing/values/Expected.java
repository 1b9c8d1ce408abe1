// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** How many were expected. */
public final class Expected extends Value {
    public Expected(@NotNull Map<String, Object> json) { super(json); }
    public @Nullable Long getExactly() { return numberOrNull("exactly"); }
    public @Nullable Long getAtLeast() { return numberOrNull("atLeast"); }
    public @Nullable Long getAtMost() { return numberOrNull("atMost"); }
}
