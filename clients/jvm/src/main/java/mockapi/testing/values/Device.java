// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A client, by address and user agent, with its errors. */
public final class Device extends Value {
    public Device(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getId() { return text("id"); }
    public @NotNull String getAddress() { return text("address"); }
    public @Nullable String getUserAgent() { return textOrNull("userAgent"); }
    public @Nullable String getName() { return textOrNull("name"); }
    public long getRequests() { return number("requests"); }
    /** {@return responses with 404} */
    public long getNotFound() { return number("notFound"); }
    /** {@return requests that deviate from their document} */
    public long getViolations() { return number("violations"); }
    /** {@return responses with 500 and more} */
    public long getServerErrors() { return number("serverErrors"); }
    /** {@return those, and responses that the client did not get completely, such as after a reset or a timeout} */
    public long getErrors() { return number("errors"); }
    public @NotNull Instant getFirstSeen() { return time("firstSeen"); }
    public @NotNull Instant getLastSeen() { return time("lastSeen"); }
}
