package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What happens until a moment. */
public final class Upcoming extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Upcoming(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the world's time} */
    public @NotNull Instant getNow() {
        return time("now");
    }

    /** {@return the moment} */
    public @NotNull Instant getUntil() {
        return time("until");
    }

    /** {@return the events in their order} */
    public @NotNull List<Event> getEvents() {
        return values("events", Event::new);
    }

    /** {@return when the next access token ends that is good now} */
    public @Nullable Instant getNextTokenExpiry() {
        return timeOrNull("nextTokenExpiry");
    }

    /** {@return whether there are more events} */
    public boolean isTruncated() {
        return flag("truncated");
    }

    /** Something that happens when time passes. */
    public static final class Event extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Event(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return when, by the world's clock; of several equal ones, the first} */
        public @NotNull Instant getTime() {
            return time("time");
        }

        /** {@return such as {@code accessTokenExpiry}} */
        public @NotNull String getKind() {
            return text("kind");
        }

        /** {@return what it is, for people} */
        public @NotNull String getAbout() {
            return text("about");
        }

        /** {@return how many there are of it} */
        public long getCount() {
            return number("count");
        }

        /** {@return the API that it happens in} */
        public @Nullable String getApi() {
            return textOrNull("api");
        }

        /** {@return the account that it happens to} */
        public @Nullable String getAccount() {
            return textOrNull("account");
        }
    }
}
