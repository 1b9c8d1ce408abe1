// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A call of the control plane. */
public final class ControlCall extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public ControlCall(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code method}} */
    public @NotNull String getMethod() { return text("method"); }

    /** {@return {@code path}} */
    public @NotNull String getPath() { return text("path"); }

    /** {@return {@code operationId}} */
    public @NotNull String getOperationId() { return text("operationId"); }

    /** {@return {@code about}} */
    public @NotNull String getAbout() { return text("about"); }
}
