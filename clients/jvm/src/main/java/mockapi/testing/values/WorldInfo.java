package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What the server says of a world. */
public final class WorldInfo extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public WorldInfo(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the id} */
    public @NotNull String getId() {
        return text("id");
    }

    /** {@return the name for people, such as the test's} */
    public @Nullable String getName() {
        return textOrNull("name");
    }

    /** {@return what clients put before their paths; empty for the default world} */
    public @NotNull String getBasePath() {
        return text("basePath");
    }

    /** {@return how its clock stands} */
    public @NotNull Clock getClock() {
        return value("clock", Clock::new);
    }

    /** {@return when it was made, by its own clock} */
    public @NotNull Instant getStartedAt() {
        return time("startedAt");
    }

    /** {@return how many requests apps have sent it; calls of the control plane are none} */
    public long getRequests() {
        return number("requests");
    }

    /** {@return real seconds since it was used} */
    public long getIdleSeconds() {
        return number("idleSeconds");
    }
}
