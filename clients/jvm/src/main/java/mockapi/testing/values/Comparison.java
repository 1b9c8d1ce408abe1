// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** One condition, and how a request compares with it. */
public final class Comparison extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Comparison(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code name}} */
    public @NotNull String getName() { return text("name"); }

    /** {@return {@code expected}} */
    public @NotNull String getExpected() { return text("expected"); }

    /** {@return {@code actual}} */
    public @NotNull String getActual() { return text("actual"); }

    /** {@return {@code matches}} */
    public boolean isMatches() { return flag("matches"); }
}
