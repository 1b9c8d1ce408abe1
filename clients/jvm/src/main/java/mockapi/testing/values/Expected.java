// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** How many were expected. */
public final class Expected extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Expected(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code exactly}} */
    public @Nullable Long getExactly() { return numberOrNull("exactly"); }

    /** {@return {@code atLeast}} */
    public @Nullable Long getAtLeast() { return numberOrNull("atLeast"); }

    /** {@return {@code atMost}} */
    public @Nullable Long getAtMost() { return numberOrNull("atMost"); }
}
