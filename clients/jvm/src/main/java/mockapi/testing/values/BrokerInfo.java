package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** How the message broker stands. */
public final class BrokerInfo extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public BrokerInfo(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return who listens} */
    public @NotNull List<Subscription> getSubscriptions() {
        return values("subscriptions", Subscription::new);
    }

    /** {@return the queues} */
    public @NotNull List<Queue> getQueues() {
        return values("queues", Queue::new);
    }

    /** {@return messages that were sent and wait for their acknowledgement} */
    public long getUnacknowledged() {
        return number("unacknowledged");
    }

    /** A subscription. */
    public static final class Subscription extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Subscription(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the session} */
        public @NotNull String getSession() {
            return text("session");
        }

        /** {@return what was subscribed to} */
        public @NotNull String getDestination() {
            return text("destination");
        }
    }

    /** A queue. */
    public static final class Queue extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Queue(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return its name} */
        public @NotNull String getDestination() {
            return text("destination");
        }

        /** {@return messages that nobody has taken} */
        public long getWaiting() {
            return number("waiting");
        }

        /** {@return how many take messages from it} */
        public long getConsumers() {
            return number("consumers");
        }
    }
}
