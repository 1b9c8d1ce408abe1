// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Messages of channels, and how many there are. */
public final class MessagePage extends Value {
    public MessagePage(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull List<ChannelMessage> getMessages() { return values("messages", ChannelMessage::new); }
    public @NotNull List<HeldMessage> getHeld() { return values("held", HeldMessage::new); }
    /** {@return the messages that match} */
    public long getTotal() { return number("total"); }
    /** {@return frames that the journal has not kept} */
    public long getDropped() { return number("dropped"); }
}
