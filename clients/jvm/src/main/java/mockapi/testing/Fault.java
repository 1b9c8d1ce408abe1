// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/**
 * A fault: what happens, to what, and how often. Such as {@code Fault.status(503).match(FaultMatch.request("GET",
 * "/v1/lotes")).times(1)}. A maker takes what a type needs, or the first of what it may have; the server says which
 * members a type takes.
 */
public final class Fault extends Options<Fault> {
    Fault(String type) { within("fault", "type", type); }
    @Override
    Fault self() { return this; }
    /** Sends a response with a status, and with a body if one is given. */
    public static @NotNull Fault status(int status) { return new Fault("status").within("fault", "status", status); }
    /**
     * Changes the JSON body of the API's own response, and its status or headers if they are given. With a patch, a
     * response without JSON is left alone. One that is not as the API's document says becomes 500 with the reason,
     * and a finding, unless {@code undocumented} allows it.
     */
    public static @NotNull Fault patch() { return new Fault("patch"); }
    /**
     * Changes the JSON body of the API's own response, and its status or headers if they are given. With a patch, a
     * response without JSON is left alone. One that is not as the API's document says becomes 500 with the reason,
     * and a finding, unless {@code undocumented} allows it.
     * @param patch A JSON Merge Patch (an object, RFC 7396) or a JSON Patch (an array, RFC 6902) of the body
     */
    public static @NotNull Fault patch(@NotNull Object patch) {
        return new Fault("patch").within("fault", "patch", patch);
    }
    /**
     * Holds the request or its response, in real time, until {@code POST /_mock/holds/{id}/release} releases it. A
     * world holds at most 256 exchanges; others go on, and do not trigger the fault. Removing the fault releases
     * those that it holds.
     */
    public static @NotNull Fault hold() { return new Fault("hold"); }
    /**
     * Holds the request or its response, in real time, until {@code POST /_mock/holds/{id}/release} releases it. A
     * world holds at most 256 exchanges; others go on, and do not trigger the fault. Removing the fault releases
     * those that it holds.
     * @param phase What waits. A response waits after the state has changed, a request before
     */
    public static @NotNull Fault hold(@NotNull String phase) {
        return new Fault("hold").within("fault", "phase", phase);
    }
    /** Sends the response later, in real time. */
    public static @NotNull Fault delay() { return new Fault("delay"); }
    /** Sends the response later, in real time. */
    public static @NotNull Fault delay(@NotNull Duration length) {
        return new Fault("delay").within("fault", "milliseconds", Durations.milliseconds(length));
    }
    /** Sends the body slowly. */
    public static @NotNull Fault dribble(long bytesPerSecond) {
        return new Fault("dribble").within("fault", "bytesPerSecond", bytesPerSecond);
    }
    /** Closes the connection before the first byte of the response. */
    public static @NotNull Fault empty() { return new Fault("empty"); }
    /** Closes the connection in the middle of the body. */
    public static @NotNull Fault truncate() { return new Fault("truncate"); }
    /**
     * Closes the connection in the middle of the body.
     * @param after Bytes that are sent. By default half of the body
     */
    public static @NotNull Fault truncate(long after) { return new Fault("truncate").within("fault", "after", after); }
    /** Corrupts the end of the body. */
    public static @NotNull Fault malformed() { return new Fault("malformed"); }
    /** Sends the body with a wrong Content-Type. */
    public static @NotNull Fault contentType() { return new Fault("contentType"); }
    /** Sends the body with a wrong Content-Type. */
    public static @NotNull Fault contentType(@NotNull String contentType) {
        return new Fault("contentType").within("fault", "contentType", contentType);
    }
    /** Resets the connection instead of sending a response. */
    public static @NotNull Fault reset() { return new Fault("reset"); }
    /** Never sends a response. */
    public static @NotNull Fault timeout() { return new Fault("timeout"); }
    /** Sends 429 with Retry-After. */
    public static @NotNull Fault rateLimited() { return new Fault("rateLimited"); }
    /** Sends 429 with Retry-After. */
    public static @NotNull Fault rateLimited(int retryAfter) {
        return new Fault("rateLimited").within("fault", "retryAfter", retryAfter);
    }
    /** Sends 503 with Retry-After. */
    public static @NotNull Fault unavailable() { return new Fault("unavailable"); }
    /** Sends 503 with Retry-After. */
    public static @NotNull Fault unavailable(int retryAfter) {
        return new Fault("unavailable").within("fault", "retryAfter", retryAfter);
    }
    /** Refuses tokens as expired. */
    public static @NotNull Fault expiredToken() { return new Fault("expiredToken"); }
    /** Refuses tokens as not valid. */
    public static @NotNull Fault invalidToken() { return new Fault("invalidToken"); }
    /** Refuses tokens as not valid. */
    public static @NotNull Fault invalidToken(@NotNull Duration issuedWithin) {
        return new Fault("invalidToken").within("fault", "issuedWithinSeconds", Durations.seconds(issuedWithin));
    }
    /** Repeats the first response to the same call. */
    public static @NotNull Fault stale() { return new Fault("stale"); }
    /** Resets every connection and cuts every socket. */
    public static @NotNull Fault offline(@NotNull Duration length) {
        return new Fault("offline").within("fault", "seconds", Durations.seconds(length));
    }
    /** Loses messages of a socket. */
    public static @NotNull Fault dropMessage() { return new Fault("dropMessage"); }
    /** Loses messages of a socket. */
    public static @NotNull Fault dropMessage(@NotNull String direction) {
        return new Fault("dropMessage").within("fault", "direction", direction);
    }
    /** Repeats messages of a socket. */
    public static @NotNull Fault duplicate() { return new Fault("duplicate"); }
    /** Repeats messages of a socket. */
    public static @NotNull Fault duplicate(@NotNull String direction) {
        return new Fault("duplicate").within("fault", "direction", direction);
    }
    /** Delivers messages of a socket after the next one. */
    public static @NotNull Fault reorder() { return new Fault("reorder"); }
    /** Delivers messages of a socket after the next one. */
    public static @NotNull Fault reorder(@NotNull String direction) {
        return new Fault("reorder").within("fault", "direction", direction);
    }
    /** Changes a character or byte in messages of a socket. */
    public static @NotNull Fault corrupt() { return new Fault("corrupt"); }
    /** Changes a character or byte in messages of a socket. */
    public static @NotNull Fault corrupt(@NotNull String direction) {
        return new Fault("corrupt").within("fault", "direction", direction);
    }
    /** Delivers messages of a socket with another text. */
    public static @NotNull Fault editMessage() { return new Fault("editMessage"); }
    /**
     * Delivers messages of a socket with another text.
     * @param find The text to replace, everywhere in a message; without it, the whole message is replaced. In a STOMP
     * frame, the text is replaced in the body, and content-length is corrected; where the body does not have the
     * text, in the values of headers. Frames of SockJS and texts in JSON keep their escapes
     */
    public static @NotNull Fault editMessage(@NotNull String find) {
        return new Fault("editMessage").within("fault", "find", find);
    }
    /** Delivers messages of a socket later, in real time. */
    public static @NotNull Fault delayMessages() { return new Fault("delayMessages"); }
    /** Delivers messages of a socket later, in real time. */
    public static @NotNull Fault delayMessages(@NotNull Duration length) {
        return new Fault("delayMessages").within("fault", "milliseconds", Durations.milliseconds(length));
    }
    /** Withholds the server's heart-beats. */
    public static @NotNull Fault muteHeartBeats() { return new Fault("muteHeartBeats"); }
    /** Lets nothing in or out, and the socket open. */
    public static @NotNull Fault halfOpen() { return new Fault("halfOpen"); }
    /** Closes a socket. */
    public static @NotNull Fault close() { return new Fault("close"); }
    /** Closes a socket. */
    public static @NotNull Fault close(int code) { return new Fault("close").within("fault", "code", code); }
    /** Refuses CONNECT of STOMP, or the handshake of any WebSocket. */
    public static @NotNull Fault refuseConnect() { return new Fault("refuseConnect"); }
    /** Refuses CONNECT of STOMP, or the handshake of any WebSocket. */
    public static @NotNull Fault refuseConnect(@NotNull String at) {
        return new Fault("refuseConnect").within("fault", "at", at);
    }
    /** Stops reading from a socket. */
    public static @NotNull Fault slowReader() { return new Fault("slowReader"); }
    /** A text, sent as it is, or any other JSON. */
    public @NotNull Fault body(@NotNull Object body) { return within("fault", "body", body); }
    public @NotNull Fault headers(@NotNull Map<String, String> headers) { return within("fault", "headers", headers); }
    /** Allows a response that the API's document does not have. */
    public @NotNull Fault undocumented(boolean undocumented) { return within("fault", "undocumented", undocumented); }
    /** What waits. A response waits after the state has changed, a request before. */
    public @NotNull Fault phase(@NotNull String phase) { return within("fault", "phase", phase); }
    /** The random distribution of the delay; without it, the delay is always {@code milliseconds}. */
    public @NotNull Fault distribution(@NotNull String distribution) {
        return within("fault", "distribution", distribution);
    }
    public @NotNull Fault minimum(long minimum) { return within("fault", "minimum", minimum); }
    public @NotNull Fault maximum(long maximum) { return within("fault", "maximum", maximum); }
    /** Of a lognormal delay in milliseconds. */
    public @NotNull Fault median(double median) { return within("fault", "median", median); }
    /** The deviation of its logarithm. */
    public @NotNull Fault sigma(double sigma) { return within("fault", "sigma", sigma); }
    public @NotNull Fault retryAfter(int retryAfter) { return within("fault", "retryAfter", retryAfter); }
    /** Only tokens that were issued before so many seconds after the fault was added. */
    public @NotNull Fault issuedWithinSeconds(long issuedWithinSeconds) {
        return within("fault", "issuedWithinSeconds", issuedWithinSeconds);
    }
    /** Refuses refresh tokens in the body, too. */
    public @NotNull Fault refreshTokens(boolean refreshTokens) {
        return within("fault", "refreshTokens", refreshTokens);
    }
    /** Seconds from one start to the next. */
    public @NotNull Fault everySeconds(long everySeconds) { return within("fault", "everySeconds", everySeconds); }
    /** {@code outgoing} is to the client. */
    public @NotNull Fault direction(@NotNull String direction) { return within("fault", "direction", direction); }
    /** Only the message of this number ({@code nth}), or every n-th message ({@code every}); not both. */
    public @NotNull Fault nth(long nth) { return within("fault", "nth", nth); }
    /** Only the message of this number ({@code nth}), or every n-th message ({@code every}); not both. */
    public @NotNull Fault every(long every) { return within("fault", "every", every); }
    /** Only messages of this channel of an API, by the name that {@code GET /_mock/channels} lists. */
    public @NotNull Fault channel(@NotNull String channel) { return within("fault", "channel", channel); }
    /** Only messages of this name in the document, on any channel unless {@code channel} names one. */
    public @NotNull Fault message(@NotNull String message) { return within("fault", "message", message); }
    /**
     * The text to replace, everywhere in a message; without it, the whole message is replaced. In a STOMP frame, the
     * text is replaced in the body, and content-length is corrected; where the body does not have the text, in the
     * values of headers. Frames of SockJS and texts in JSON keep their escapes.
     */
    public @NotNull Fault find(@NotNull String find) { return within("fault", "find", find); }
    /** The new text. By default empty. What replaces a whole STOMP message must be a complete frame. */
    public @NotNull Fault replace(@NotNull String replace) { return within("fault", "replace", replace); }
    public @NotNull Fault code(int code) { return within("fault", "code", code); }
    public @NotNull Fault reason(@NotNull String reason) { return within("fault", "reason", reason); }
    /** How many messages the client gets first. */
    public @NotNull Fault afterMessages(long afterMessages) { return within("fault", "afterMessages", afterMessages); }
    /** True to reset the connection without a close frame. */
    public @NotNull Fault abort(boolean abort) { return within("fault", "abort", abort); }
    public @NotNull Fault at(@NotNull String at) { return within("fault", "at", at); }
    /** Its id. By default a generated one. */
    public @NotNull Fault id(@NotNull String id) { return with("id", id); }
    /**
     * Conditions that must all match. A condition that can never match is refused, with a suggestion: an unknown
     * method, account or open socket, a path with {@code {id}}, a misspelled header name.
     */
    public @NotNull Fault match(@NotNull FaultMatch match) { return with("match", match); }
    /** How many matches to skip before it applies. */
    public @NotNull Fault after(long after) { return with("after", after); }
    /** How often it applies at most. */
    public @NotNull Fault times(long times) { return with("times", times); }
    /** The share of matches that it applies to. */
    public @NotNull Fault probability(double probability) { return with("probability", probability); }
    /** By the world's time until it starts. */
    public @NotNull Fault startsIn(@NotNull Duration startsIn) {
        return with("afterSeconds", Durations.seconds(startsIn));
    }
    /** By the world's time that it lasts. */
    public @NotNull Fault duration(@NotNull Duration duration) {
        return with("forSeconds", Durations.seconds(duration));
    }
}
