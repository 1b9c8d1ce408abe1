package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Who calls, by address and user agent, and what went wrong for them. */
public final class Device extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Device(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the id} */
    public @NotNull String getId() {
        return text("id");
    }

    /** {@return where it calls from} */
    public @NotNull String getAddress() {
        return text("address");
    }

    /** {@return what the app calls itself} */
    public @Nullable String getUserAgent() {
        return textOrNull("userAgent");
    }

    /** {@return what people call it} */
    public @Nullable String getName() {
        return textOrNull("name");
    }

    /** {@return how many requests the journal has of it} */
    public long getRequests() {
        return number("requests");
    }

    /** {@return answers of 404} */
    public long getNotFound() {
        return number("notFound");
    }

    /** {@return requests that leave their document} */
    public long getViolations() {
        return number("violations");
    }

    /** {@return answers of 500 and more} */
    public long getServerErrors() {
        return number("serverErrors");
    }

    /** {@return when it called first, by the world's clock} */
    public @NotNull Instant getFirstSeen() {
        return time("firstSeen");
    }

    /** {@return when it called last} */
    public @NotNull Instant getLastSeen() {
        return time("lastSeen");
    }
}
