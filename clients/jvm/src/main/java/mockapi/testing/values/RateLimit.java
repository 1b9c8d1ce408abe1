package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The rate limits of an API. */
public final class RateLimit extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public RateLimit(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the API's short name} */
    public @NotNull String getApi() {
        return text("api");
    }

    /** {@return the length of a window} */
    public int getWindowSeconds() {
        return integer("windowSeconds");
    }

    /** {@return requests in a window with a token; null for no limit} */
    public @Nullable Integer getAuthenticated() {
        return integerOrNull("authenticated");
    }

    /** {@return requests in a window without a token; null for no limit} */
    public @Nullable Integer getAnonymous() {
        return integerOrNull("anonymous");
    }

    /** {@return who has asked in this window} */
    public @NotNull List<Client> getClients() {
        return values("clients", Client::new);
    }

    /** A client that has asked. */
    public static final class Client extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Client(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return its account} */
        public @Nullable String getAccount() {
            return textOrNull("account");
        }

        /** {@return its address, when it has no account} */
        public @Nullable String getAddress() {
            return textOrNull("address");
        }

        /** {@return how often it asked} */
        public int getRequests() {
            return integer("requests");
        }

        /** {@return seconds of the world's time until its window ends} */
        public long getResetInSeconds() {
            return number("resetInSeconds");
        }
    }
}
