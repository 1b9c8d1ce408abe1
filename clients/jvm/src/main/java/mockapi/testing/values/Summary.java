// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The summary of an entry. */
public class Summary extends Value {
    public Summary(@NotNull Map<String, Object> json) { super(json); }
    /** {@return missing while the response or frame is being sent} */
    public @Nullable Long getId() { return numberOrNull("id"); }
    public @NotNull String getKind() { return text("kind"); }
    /** {@return by the world's clock} */
    public @NotNull Instant getTime() { return time("time"); }
    public @NotNull String getApi() { return text("api"); }
    public @Nullable String getPath() { return textOrNull("path"); }
    /** {@return whose token came along} */
    public @Nullable String getAccount() { return textOrNull("account"); }
    public @Nullable String getMethod() { return textOrNull("method"); }
    public @Nullable Integer getStatus() { return integerOrNull("status"); }
    public @Nullable String getRemoteAddress() { return textOrNull("remoteAddress"); }
    /** {@return the id of the device that called} */
    public @Nullable String getDevice() { return textOrNull("device"); }
    /** {@return until the response was complete, or until its ending where that came later} */
    public @Nullable Long getDurationMicroseconds() { return numberOrNull("durationMicroseconds"); }
    public @Nullable String getOperationId() { return textOrNull("operationId"); }
    public @Nullable String getQuery() { return textOrNull("query"); }
    public @Nullable String getEnding() { return textOrNull("ending"); }
    /** {@return the id of the hold, while a fault holds the exchange} */
    public @Nullable String getHold() { return textOrNull("hold"); }
    /** {@return how long faults held it, in real time; part of the duration} */
    public @Nullable Long getHeldMicroseconds() { return numberOrNull("heldMicroseconds"); }
    public @Nullable Boolean getDelivered() { return flagOrNull("delivered"); }
    /** {@return bytes of the body that were sent} */
    public @Nullable Long getSentBytes() { return numberOrNull("sentBytes"); }
    public @Nullable String getSocket() { return textOrNull("socket"); }
    public @Nullable String getDirection() { return textOrNull("direction"); }
    public @Nullable String getType() { return textOrNull("type"); }
    public @Nullable Long getPayloadBytes() { return numberOrNull("payloadBytes"); }
    /** {@return a short description of a frame, such as its command and destination} */
    public @Nullable String getSummary() { return textOrNull("summary"); }
    public @NotNull List<Fault> getFaults() { return values("faults", Fault::new); }
    /** {@return in what the request left its API document} */
    public @NotNull List<Deviation> getDeviations() { return values("deviations", Deviation::new); }
    /** {@code faults} of {@code Summary}. */
    public static final class Fault extends Value {
        public Fault(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getId() { return text("id"); }
        public @NotNull String getType() { return text("type"); }
    }
    /** {@code deviations} of {@code Summary}. */
    public static final class Deviation extends Value {
        public Deviation(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getLocation() { return text("location"); }
        public @NotNull String getMessage() { return text("message"); }
    }
}
