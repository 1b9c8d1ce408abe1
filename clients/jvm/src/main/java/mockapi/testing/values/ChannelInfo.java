// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A channel of an API. */
public final class ChannelInfo extends Value {
    public ChannelInfo(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getApi() { return text("api"); }
    /** {@return as in the AsyncAPI document} */
    public @NotNull String getName() { return text("name"); }
    /** {@return as in the document, such as {@code /rooms/{roomId}}} */
    public @NotNull String getAddress() { return text("address"); }
    public long getListeners() { return number("listeners"); }
    /** {@return whether all of its messages are held back} */
    public boolean isHolds() { return flag("holds"); }
    /** {@return the messages that wait to be released} */
    public long getHeld() { return number("held"); }
    public @NotNull List<Message> getMessages() { return values("messages", Message::new); }
    /** {@code messages} of {@code ChannelInfo}. */
    public static final class Message extends Value {
        public Message(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getName() { return text("name"); }
        /** {@return whether the server sends it} */
        public boolean isSent() { return flag("sent"); }
        /** {@return whether clients send it} */
        public boolean isReceived() { return flag("received"); }
        /** {@return whether it is held back} */
        public boolean isHolds() { return flag("holds"); }
        /** {@return what makes the server send it} */
        public @Nullable String getTrigger() { return textOrNull("trigger"); }
        /** {@return what follows when a client sends it} */
        public @Nullable String getEffect() { return textOrNull("effect"); }
    }
}
