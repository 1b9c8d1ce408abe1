// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** One condition, and how a request compares with it. */
public final class Comparison extends Value {
    public Comparison(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getName() { return text("name"); }
    public @NotNull String getExpected() { return text("expected"); }
    public @NotNull String getActual() { return text("actual"); }
    public boolean isMatches() { return flag("matches"); }
}
