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
    public ControlCall(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the method} */
    public @NotNull String getMethod() {
        return text("method");
    }

    /** {@return the path, with braces for its parameters} */
    public @NotNull String getPath() {
        return text("path");
    }

    /** {@return the name in the document} */
    public @NotNull String getOperationId() {
        return text("operationId");
    }

    /** {@return what it does} */
    public @NotNull String getAbout() {
        return text("about");
    }
}
