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
    public UpcomingEvent(@NotNull Map<String, Object> json) { super(json); }
    /** {@return by the world's clock; for several equal events, that of the first} */
    public @NotNull Instant getTime() { return time("time"); }
    public @NotNull String getKind() { return text("kind"); }
    public @NotNull String getAbout() { return text("about"); }
    public int getCount() { return integer("count"); }
    public @Nullable String getApi() { return textOrNull("api"); }
    public @Nullable String getAccount() { return textOrNull("account"); }
}
