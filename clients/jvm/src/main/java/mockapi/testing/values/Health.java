package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** How the server is. */
public final class Health extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Health(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return {@code ok}, or {@code full} when the last change could not be stored} */
    public @NotNull String getStatus() {
        return text("status");
    }

    /** {@return what to do about it} */
    public @Nullable String getMessage() {
        return textOrNull("message");
    }

    /** {@return the server's version} */
    public @NotNull String getVersion() {
        return text("version");
    }

    /** {@return real seconds since its start} */
    public long getUptimeSeconds() {
        return number("uptimeSeconds");
    }

    /** {@return how many worlds there are} */
    public int getWorlds() {
        return integer("worlds");
    }

    /** {@return the world that was asked} */
    public @NotNull String getWorld() {
        return text("world");
    }
}
