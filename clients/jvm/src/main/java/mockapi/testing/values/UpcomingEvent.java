// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * An event that is due when time passes. {@code time} is by the world's clock; for several equal events, that of the
 * first.
 */
public final class UpcomingEvent extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public UpcomingEvent(@NotNull Map<String, Object> json) { super(json); }

    /** {@return by the world's clock; for several equal events, that of the first} */
    public @NotNull Instant getTime() { return time("time"); }

    /** {@return {@code kind}} */
    public @NotNull String getKind() { return text("kind"); }

    /** {@return {@code about}} */
    public @NotNull String getAbout() { return text("about"); }

    /** {@return {@code count}} */
    public int getCount() { return integer("count"); }

    /** {@return {@code api}} */
    public @Nullable String getApi() { return textOrNull("api"); }

    /** {@return {@code account}} */
    public @Nullable String getAccount() { return textOrNull("account"); }
}
