// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A message of a channel that a client sent or got. */
public final class ChannelMessage extends Value {
    public ChannelMessage(@NotNull Map<String, Object> json) { super(json); }
    /** {@return the number of its frame in the journal} */
    public long getId() { return number("id"); }
    /** {@return by the world's clock} */
    public @NotNull Instant getTime() { return time("time"); }
    public @NotNull String getApi() { return text("api"); }
    /** {@return as in the AsyncAPI document} */
    public @NotNull String getChannel() { return text("channel"); }
    /** {@return its name in the document; null for a message that is not there} */
    public @Nullable String getMessage() { return textOrNull("message"); }
    /** {@return whether a client sent it or the server} */
    public @NotNull String getDirection() { return text("direction"); }
    /** {@return the values in the channel's address} */
    public @NotNull Map<String, String> getParameters() { return textsByName("parameters"); }
    /** {@return as it went over the wire, without secrets; null where it is not JSON} */
    public @Nullable Object getPayload() { return any("payload"); }
    /** {@return true where the payload was too long for the journal, which left it out} */
    public boolean isTruncated() { return flag("truncated"); }
    public @Nullable String getAccount() { return textOrNull("account"); }
    /** {@return the id of the socket, or the name of a stream of events} */
    public @NotNull String getSocket() { return text("socket"); }
    /** {@return what made a message come} */
    public @NotNull MessageTrigger getTrigger() { return value("trigger", MessageTrigger::new); }
    /** {@return whether the payload is as documented} */
    public boolean isValid() { return flag("valid"); }
    /** {@return how it is not, a sentence each} */
    public @NotNull List<String> getViolations() { return texts("violations"); }
    /** {@return whether it arrived} */
    public @Nullable Boolean getDelivered() { return flagOrNull("delivered"); }
    public @NotNull List<AppliedFault> getFaults() { return values("faults", AppliedFault::new); }
}
