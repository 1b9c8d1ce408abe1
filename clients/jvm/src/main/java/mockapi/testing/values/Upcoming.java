// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The events until a time, and when the next valid access token expires. */
public final class Upcoming extends Value {
    public Upcoming(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull Instant getNow() { return time("now"); }
    public @NotNull Instant getUntil() { return time("until"); }
    public @NotNull List<UpcomingEvent> getEvents() { return values("events", UpcomingEvent::new); }
    public @Nullable Instant getNextTokenExpiry() { return timeOrNull("nextTokenExpiry"); }
    /** {@return true when there are more} */
    public boolean isTruncated() { return flag("truncated"); }
}
