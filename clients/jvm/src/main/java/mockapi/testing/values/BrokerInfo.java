// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The state of the message broker. */
public final class BrokerInfo extends Value {
    public BrokerInfo(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull List<Subscription> getSubscriptions() { return values("subscriptions", Subscription::new); }
    public @NotNull List<Queue> getQueues() { return values("queues", Queue::new); }
    /** {@return messages that were sent and wait for their acknowledgement} */
    public long getUnacknowledged() { return number("unacknowledged"); }
    /** {@code subscriptions} of {@code BrokerInfo}. */
    public static final class Subscription extends Value {
        public Subscription(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getSession() { return text("session"); }
        /** {@return as it was subscribed to} */
        public @NotNull String getDestination() { return text("destination"); }
    }
    /** {@code queues} of {@code BrokerInfo}. */
    public static final class Queue extends Value {
        public Queue(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getDestination() { return text("destination"); }
        /** {@return messages that nobody has taken} */
        public long getWaiting() { return number("waiting"); }
        public long getConsumers() { return number("consumers"); }
    }
}
