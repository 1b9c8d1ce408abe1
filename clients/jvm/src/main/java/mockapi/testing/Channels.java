// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.ChannelInfo;
import mockapi.testing.values.PushedEvent;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.channels}. */
public final class Channels extends Part {
    Channels(ControlPlane plane) {
        super(plane);
    }

    /**
     * Send a message to the clients of a channel.
     *
     * @param channel The channel's name or address, or an address with values for its parameters, such as {@code
     * /rooms/7/live}
     * @return what the server answers
     */
    public @NotNull PushedEvent push(@NotNull String channel) {
        return push(channel, null, null, null);
    }

    /**
     * Send a message to the clients of a channel.
     *
     * @param channel The channel's name or address, or an address with values for its parameters, such as {@code
     * /rooms/7/live}
     * @param api The API's name; null for none
     * @param message The message's name; it may be left out where the server sends only one there; null for none
     * @param payload The payload; null for none
     * @return what the server answers
     */
    public @NotNull PushedEvent push(
        @NotNull String channel, @Nullable String api, @Nullable String message, @Nullable Object payload) {
        return call("pushEvent", "POST", "/_mock/events")
            .body(Json.object("api", api, "channel", channel, "message", message, "payload", payload))
            .value(PushedEvent::new);
    }

    /**
     * List the channels of custom APIs, with the number of their listeners.
     *
     * @return what the server answers
     */
    public @NotNull List<ChannelInfo> list() {
        return call("listChannels", "GET", "/_mock/channels").list("channels", ChannelInfo::new);
    }
}
