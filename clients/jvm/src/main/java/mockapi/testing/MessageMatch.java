package mockapi.testing;

import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Which messages of channels are meant. All conditions must be met. */
public final class MessageMatch extends Options<MessageMatch> {
    /** Makes one without conditions. */
    public MessageMatch() {
    }

    /**
     * Means the messages of a channel.
     * @param channel the channel's name or address, such as {@code /rooms/{roomId}} or {@code /rooms/7}, without the
     * API's base path
     */
    public static @NotNull MessageMatch on(@NotNull String channel) { return new MessageMatch().channel(channel); }

    /**
     * Means a message of a channel.
     * @param channel the channel's name or address, without the API's base path
     * @param message the message's name in the document
     */
    public static @NotNull MessageMatch on(@NotNull String channel, @NotNull String message) {
        return on(channel).message(message);
    }

    @Override
    MessageMatch self() { return this; }

    /** The API's name, which is needed only where several APIs have the channel. */
    public @NotNull MessageMatch api(@NotNull String api) { return with("api", api); }
    /** The channel's name or address, without the API's base path. */
    public @NotNull MessageMatch channel(@NotNull String channel) { return with("channel", channel); }
    /** The message's name in the document. */
    public @NotNull MessageMatch message(@NotNull String message) { return with("message", message); }
    /** Wants a property of the payload, by a name with dots or by a JSON pointer, such as {@code loan.bookId}. */
    public @NotNull MessageMatch payload(@NotNull String name, @Nullable Object value) {
        return within("payload", name, value);
    }
    /** {@code received} for messages that clients sent, {@code sent} for those of the server. */
    public @NotNull MessageMatch direction(@NotNull String direction) { return with("direction", direction); }
    /** The id of the client's account. */
    public @NotNull MessageMatch account(@NotNull String account) { return with("account", account); }
    /** Messages that arrived, or that did not; without it, those that arrived. */
    public @NotNull MessageMatch delivered(boolean delivered) { return with("delivered", delivered); }
    /** The id of a message; only later ones match. */
    public @NotNull MessageMatch since(long since) { return with("since", since); }
}
