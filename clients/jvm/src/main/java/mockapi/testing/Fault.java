package mockapi.testing;

import java.util.Map;
import org.jetbrains.annotations.NotNull;

/**
 * A fault: what happens, to what, and how often. Such as {@code Fault.status(503).on(FaultMatch.request("GET",
 * "/v1/lotes")).times(1)}. The server says which members a type takes.
 */
public final class Fault extends FaultTerms {
    private Fault(Object... namesAndValues) {
        super(Json.object(namesAndValues));
    }

    @Override
    Fault self() {
        return this;
    }

    /**
     * Answers with a status. Without a {@link #body} it has the API's own error shape.
     *
     * @param status the status of the answer
     * @return the fault
     */
    public static @NotNull Fault status(int status) {
        return new Fault("type", "status", "status", status);
    }

    /**
     * Sends the answer later.
     *
     * @param milliseconds how much later, by real time
     * @return the fault
     */
    public static @NotNull Fault delay(long milliseconds) {
        return new Fault("type", "delay", "milliseconds", milliseconds);
    }

    /**
     * Sends the content slowly.
     *
     * @param bytesPerSecond how fast
     * @return the fault
     */
    public static @NotNull Fault dribble(long bytesPerSecond) {
        return new Fault("type", "dribble", "bytesPerSecond", bytesPerSecond);
    }

    /**
     * Closes the connection before the first byte of the answer.
     *
     * @return the fault
     */
    public static @NotNull Fault empty() {
        return new Fault("type", "empty");
    }

    /**
     * Closes the connection in the middle of the content; {@link #afterBytes} says where.
     *
     * @return the fault
     */
    public static @NotNull Fault truncate() {
        return new Fault("type", "truncate");
    }

    /**
     * Spoils the end of the content.
     *
     * @return the fault
     */
    public static @NotNull Fault malformed() {
        return new Fault("type", "malformed");
    }

    /**
     * Sends the content under a wrong Content-Type.
     *
     * @param contentType the wrong media type
     * @return the fault
     */
    public static @NotNull Fault contentType(@NotNull String contentType) {
        return new Fault("type", "contentType", "contentType", contentType);
    }

    /**
     * Resets the connection in place of an answer.
     *
     * @return the fault
     */
    public static @NotNull Fault reset() {
        return new Fault("type", "reset");
    }

    /**
     * Never answers.
     *
     * @return the fault
     */
    public static @NotNull Fault timeout() {
        return new Fault("type", "timeout");
    }

    /**
     * Answers 429 with Retry-After; {@link #retryAfter} says how long.
     *
     * @return the fault
     */
    public static @NotNull Fault rateLimited() {
        return new Fault("type", "rateLimited");
    }

    /**
     * Answers 503 with Retry-After; {@link #retryAfter} says how long.
     *
     * @return the fault
     */
    public static @NotNull Fault unavailable() {
        return new Fault("type", "unavailable");
    }

    /**
     * Refuses tokens as expired.
     *
     * @return the fault
     */
    public static @NotNull Fault expiredToken() {
        return new Fault("type", "expiredToken");
    }

    /**
     * Refuses tokens as not valid.
     *
     * @return the fault
     */
    public static @NotNull Fault invalidToken() {
        return new Fault("type", "invalidToken");
    }

    /**
     * Answers what the same call was answered first.
     *
     * @return the fault
     */
    public static @NotNull Fault stale() {
        return new Fault("type", "stale");
    }

    /**
     * Resets every connection and cuts every socket.
     *
     * @param seconds for how long, by the world's clock
     * @return the fault
     */
    public static @NotNull Fault offline(long seconds) {
        return new Fault("type", "offline", "seconds", seconds);
    }

    /**
     * Loses messages of a socket.
     *
     * @return the fault
     */
    public static @NotNull Fault dropMessage() {
        return new Fault("type", "dropMessage");
    }

    /**
     * Repeats messages of a socket.
     *
     * @return the fault
     */
    public static @NotNull Fault duplicate() {
        return new Fault("type", "duplicate");
    }

    /**
     * Lets messages of a socket arrive behind the next one.
     *
     * @return the fault
     */
    public static @NotNull Fault reorder() {
        return new Fault("type", "reorder");
    }

    /**
     * Changes a character or byte in messages of a socket.
     *
     * @return the fault
     */
    public static @NotNull Fault corrupt() {
        return new Fault("type", "corrupt");
    }

    /**
     * Lets messages of a socket arrive with another text in place of the whole message, or of {@code find}.
     *
     * @param replacement the text
     * @return the fault
     */
    public static @NotNull Fault editMessage(@NotNull String replacement) {
        return new Fault("type", "editMessage", "replace", replacement);
    }

    /**
     * Lets messages of a socket arrive later.
     *
     * @param milliseconds how much later, by real time
     * @return the fault
     */
    public static @NotNull Fault delayMessages(long milliseconds) {
        return new Fault("type", "delayMessages", "milliseconds", milliseconds);
    }

    /**
     * Withholds the server's heart-beats.
     *
     * @return the fault
     */
    public static @NotNull Fault muteHeartBeats() {
        return new Fault("type", "muteHeartBeats");
    }

    /**
     * Lets nothing in or out, and the socket open.
     *
     * @return the fault
     */
    public static @NotNull Fault halfOpen() {
        return new Fault("type", "halfOpen");
    }

    /**
     * Closes a socket.
     *
     * @param code the close code
     * @return the fault
     */
    public static @NotNull Fault close(int code) {
        return new Fault("type", "close", "code", code);
    }

    /**
     * Refuses CONNECT of STOMP, or with {@link #atHandshake} any WebSocket.
     *
     * @return the fault
     */
    public static @NotNull Fault refuseConnect() {
        return new Fault("type", "refuseConnect");
    }

    /**
     * Stops reading from a socket.
     *
     * @return the fault
     */
    public static @NotNull Fault slowReader() {
        return new Fault("type", "slowReader");
    }

    /**
     * Sends the answer later, by a time that is drawn anew each time.
     *
     * @param minimum the least milliseconds
     * @param maximum the most milliseconds
     * @return the fault
     */
    public static @NotNull Fault delayUniform(long minimum, long maximum) {
        return new Fault("type", "delay", "distribution", "uniform", "minimum", minimum, "maximum", maximum);
    }

    /**
     * Sends the answer later, by a time that is drawn anew each time.
     *
     * @param median the median in milliseconds
     * @param sigma the deviation of its logarithm, from 0 to 5
     * @return the fault
     */
    public static @NotNull Fault delayLognormal(double median, double sigma) {
        return new Fault("type", "delay", "distribution", "lognormal", "median", median, "sigma", sigma);
    }

    /**
     * Lets messages of a socket arrive later, by a time that is drawn anew each time.
     *
     * @param minimum the least milliseconds
     * @param maximum the most milliseconds
     * @return the fault
     */
    public static @NotNull Fault delayMessagesUniform(long minimum, long maximum) {
        return new Fault("type", "delayMessages", "distribution", "uniform", "minimum", minimum, "maximum", maximum);
    }

    /**
     * Lets messages of a socket arrive later, by a time that is drawn anew each time.
     *
     * @param median the median in milliseconds
     * @param sigma the deviation of its logarithm, from 0 to 5
     * @return the fault
     */
    public static @NotNull Fault delayMessagesLognormal(double median, double sigma) {
        return new Fault("type", "delayMessages", "distribution", "lognormal", "median", median, "sigma", sigma);
    }

    /**
     * Reads a fault as {@code POST /_mock/faults} takes it.
     *
     * @param json an object with the member {@code fault}
     * @return the fault
     * @throws IllegalArgumentException if it is no such object
     */
    public static @NotNull Fault parse(@NotNull String json) {
        Map<String, Object> wish = Json.parseObject(json);
        if (!(wish.get("fault") instanceof Map)) {
            throw new IllegalArgumentException("a fault has the form {\"fault\": {\"type\": …}}, not " + json);
        }
        Fault fault = new Fault();
        fault.wish().putAll(wish);
        return fault;
    }
}
