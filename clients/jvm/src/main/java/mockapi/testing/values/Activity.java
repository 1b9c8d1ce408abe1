package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A call of the control plane that changed something. */
public final class Activity extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Activity(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the number} */
    public long getId() {
        return number("id");
    }

    /** {@return when, by the world's clock} */
    public @NotNull Instant getTime() {
        return time("time");
    }

    /** {@return when, in real time} */
    public @NotNull Instant getAt() {
        return time("at");
    }

    /** {@return the world that was called} */
    public @NotNull String getWorld() {
        return text("world");
    }

    /** {@return the operation, such as {@code setClock}} */
    public @NotNull String getOperationId() {
        return text("operationId");
    }

    /** {@return the method} */
    public @NotNull String getMethod() {
        return text("method");
    }

    /** {@return the path} */
    public @NotNull String getPath() {
        return text("path");
    }

    /** {@return the status of its answer} */
    public int getStatus() {
        return integer("status");
    }

    /** {@return what was sent, if it was short} */
    public @Nullable Object getBody() {
        return any("body");
    }
}
