// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.time.Instant;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A message that waits until a test releases it. */
public final class HeldMessage extends Value {
    public HeldMessage(@NotNull Map<String, Object> json) { super(json); }
    /** {@return when it would have been sent} */
    public @NotNull Instant getTime() { return time("time"); }
    public @NotNull String getApi() { return text("api"); }
    public @NotNull String getChannel() { return text("channel"); }
    public @Nullable String getMessage() { return textOrNull("message"); }
    /** {@return the values in the channel's address} */
    public @NotNull Map<String, String> getParameters() { return textsByName("parameters"); }
    /** {@return what will be sent} */
    public @Nullable Object getPayload() { return any("payload"); }
    /** {@return the only account that gets it} */
    public @Nullable String getAccount() { return textOrNull("account"); }
    /** {@return what made a message come} */
    public @NotNull MessageTrigger getTrigger() { return value("trigger", MessageTrigger::new); }
}
