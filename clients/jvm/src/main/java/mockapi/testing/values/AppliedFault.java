// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A fault that was applied. */
public final class AppliedFault extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public AppliedFault(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code id}} */
    public @NotNull String getId() { return text("id"); }

    /** {@return {@code type}} */
    public @NotNull String getType() { return text("type"); }
}
