package mockapi.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The terms of a fault: to what and how often it happens, and the members that some types take. */
abstract class FaultTerms {
    private final Map<String, Object> fault;
    private final Map<String, Object> wish = new LinkedHashMap<>();

    FaultTerms(Map<String, Object> fault) {
        this.fault = fault;
        wish.put("fault", fault);
    }

    abstract Fault self();

    private Fault with(String name, Object value) {
        fault.put(name, value);
        return self();
    }

    private Fault wish(String name, Object value) {
        wish.put(name, value);
        return self();
    }

    /**
     * Gives the answer of {@code status} a body.
     *
     * @param body a text, sent as it is, or anything that {@link Json#write} writes
     * @return this fault
     */
    public @NotNull Fault body(@NotNull Object body) {
        return with("body", body);
    }

    /**
     * Gives the answer of {@code status} more headers.
     *
     * @param headers names and values
     * @return this fault
     */
    public @NotNull Fault headers(@NotNull Map<String, String> headers) {
        return with("headers", headers);
    }

    /**
     * Says where {@code truncate} cuts the content.
     *
     * @param bytes how many are sent
     * @return this fault
     */
    public @NotNull Fault afterBytes(long bytes) {
        return with("after", bytes);
    }

    /**
     * Says what Retry-After has.
     *
     * @param seconds from 0 to 86400
     * @return this fault
     */
    public @NotNull Fault retryAfter(int seconds) {
        return with("retryAfter", seconds);
    }

    /**
     * Lets {@code invalidToken} refuse only tokens that were issued before so many seconds passed.
     *
     * @param seconds the world's seconds since the fault began
     * @return this fault
     */
    public @NotNull Fault issuedWithinSeconds(long seconds) {
        return with("issuedWithinSeconds", seconds);
    }

    /**
     * Lets {@code offline} happen again and again.
     *
     * @param seconds from one beginning to the next
     * @return this fault
     */
    public @NotNull Fault everySeconds(long seconds) {
        return with("everySeconds", seconds);
    }

    /**
     * Says which messages are meant.
     *
     * @param direction {@code outgoing}, which is to the client, {@code incoming} or {@code both}
     * @return this fault
     */
    public @NotNull Fault direction(@NotNull String direction) {
        return with("direction", direction);
    }

    /**
     * Means the message of this number only.
     *
     * @param number from 1
     * @return this fault
     */
    public @NotNull Fault nth(long number) {
        return with("nth", number);
    }

    /**
     * Means each message behind so many.
     *
     * @param number from 1
     * @return this fault
     */
    public @NotNull Fault every(long number) {
        return with("every", number);
    }

    /**
     * Lets {@code editMessage} replace a part of the message only.
     *
     * @param text the text that is replaced wherever it stands
     * @return this fault
     */
    public @NotNull Fault find(@NotNull String text) {
        return with("find", text);
    }

    /**
     * Says why {@code close} closes.
     *
     * @param reason the reason that the client gets
     * @return this fault
     */
    public @NotNull Fault reason(@NotNull String reason) {
        return with("reason", reason);
    }

    /**
     * Lets {@code close} wait until the client got some messages.
     *
     * @param messages how many
     * @return this fault
     */
    public @NotNull Fault afterMessages(long messages) {
        return with("afterMessages", messages);
    }

    /**
     * Says what {@code refuseConnect} answers.
     *
     * @param message the text
     * @return this fault
     */
    public @NotNull Fault message(@NotNull String message) {
        return with("message", message);
    }

    /**
     * Lets {@code invalidToken} refuse refresh tokens in the content, too.
     *
     * @return this fault
     */
    public @NotNull Fault refreshTokens() {
        return with("refreshTokens", true);
    }

    /**
     * Lets {@code close} reset the connection without a close frame.
     *
     * @return this fault
     */
    public @NotNull Fault abort() {
        return with("abort", true);
    }

    /**
     * Lets {@code refuseConnect} refuse the handshake of any WebSocket in place of STOMP's CONNECT.
     *
     * @return this fault
     */
    public @NotNull Fault atHandshake() {
        return with("at", "handshake");
    }

    /**
     * Says what it happens to; everything without it.
     *
     * @param match the conditions
     * @return this fault
     */
    public @NotNull Fault on(@NotNull FaultMatch match) {
        return wish("match", match.wish());
    }

    /**
     * Names the fault.
     *
     * @param id up to 64 letters, digits, dots, dashes and underscores
     * @return this fault
     */
    public @NotNull Fault id(@NotNull String id) {
        return wish("id", id);
    }

    /**
     * Lets some matches pass before the first that it happens to.
     *
     * @param matches how many
     * @return this fault
     */
    public @NotNull Fault after(long matches) {
        return wish("after", matches);
    }

    /**
     * Limits how often it happens.
     *
     * @param times from 1
     * @return this fault
     */
    public @NotNull Fault times(long times) {
        return wish("times", times);
    }

    /**
     * Lets it happen to a share of the matches.
     *
     * @param share from 0 to 1
     * @return this fault
     */
    public @NotNull Fault probability(double share) {
        return wish("probability", share);
    }

    /**
     * Lets it begin later.
     *
     * @param seconds of the world's time
     * @return this fault
     */
    public @NotNull Fault afterSeconds(long seconds) {
        return wish("afterSeconds", seconds);
    }

    /**
     * Lets it end by itself.
     *
     * @param seconds of the world's time
     * @return this fault
     */
    public @NotNull Fault forSeconds(long seconds) {
        return wish("forSeconds", seconds);
    }

    Map<String, Object> wish() {
        return wish;
    }

    /** The fault as JSON, as the server takes it. */
    @Override
    public @NotNull String toString() {
        return Json.write(wish);
    }
}
