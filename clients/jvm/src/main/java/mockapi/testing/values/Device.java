// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A client, by address and user agent, with its errors. */
public final class Device extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Device(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code id}} */
    public @NotNull String getId() { return text("id"); }

    /** {@return {@code address}} */
    public @NotNull String getAddress() { return text("address"); }

    /** {@return {@code userAgent}} */
    public @Nullable String getUserAgent() { return textOrNull("userAgent"); }

    /** {@return {@code name}} */
    public @Nullable String getName() { return textOrNull("name"); }

    /** {@return {@code requests}} */
    public long getRequests() { return number("requests"); }

    /** {@return responses with 404} */
    public long getNotFound() { return number("notFound"); }

    /** {@return requests that deviate from their document} */
    public long getViolations() { return number("violations"); }

    /** {@return responses with 500 and more} */
    public long getServerErrors() { return number("serverErrors"); }

    /** {@return {@code firstSeen}} */
    public @NotNull Instant getFirstSeen() { return time("firstSeen"); }

    /** {@return {@code lastSeen}} */
    public @NotNull Instant getLastSeen() { return time("lastSeen"); }
}
