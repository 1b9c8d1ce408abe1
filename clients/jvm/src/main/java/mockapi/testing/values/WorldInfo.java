// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A world as the server shows it. {@code startedAt} is by its own clock, {@code idleSeconds} are real. */
public final class WorldInfo extends Value {
    public WorldInfo(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getId() { return text("id"); }
    /** {@return its display name, if it has one} */
    public @Nullable String getName() { return textOrNull("name"); }
    /** {@return what clients put before their paths; empty for the default world} */
    public @NotNull String getBasePath() { return text("basePath"); }
    /** {@return the time of a world. {@code rate} is its seconds in each real second} */
    public @NotNull Clock getClock() { return value("clock", Clock::new); }
    /** {@return by its own clock} */
    public @NotNull Instant getStartedAt() { return time("startedAt"); }
    /** {@return how many apps have sent it; calls of the control plane are none} */
    public long getRequests() { return number("requests"); }
    /** {@return real time since it was used} */
    public long getIdleSeconds() { return number("idleSeconds"); }
}
