// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Instant;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What is meant in the journal. All conditions must be met; without any, every exchange is meant. */
public final class Match extends Options<Match> {
    /** Makes one without conditions. */
    public Match() {
    }

    @Override
    Match self() {
        return this;
    }

    /**
     * Means requests by method and path.
     *
     * @param method such as {@code POST}
     * @param path a pattern, such as {@code /v1/lotes/*}
     * @return the match
     */
    public static @NotNull Match request(@NotNull String method, @NotNull String path) {
        return new Match().method(method).path(path);
    }

    /** {@return a match of frames that the server sent} */
    public static @NotNull Match sent() {
        return new Match().kind("frame").direction("sent");
    }

    /** {@return a match of frames that the server received from the app} */
    public static @NotNull Match received() {
        return new Match().kind("frame").direction("received");
    }

    /**
     * Sets {@code path}.
     *
     * @param path the value
     * @return this one
     */
    public @NotNull Match path(@NotNull String path) {
        return with("path", path);
    }

    /**
     * Sets {@code method}.
     *
     * @param method the value
     * @return this one
     */
    public @NotNull Match method(@NotNull String method) {
        return with("method", method);
    }

    /**
     * Sets {@code status}.
     *
     * @param status the value
     * @return this one
     */
    public @NotNull Match status(@NotNull String status) {
        return with("status", status);
    }

    /**
     * Sets {@code status}.
     *
     * @param status the value
     * @return this one
     */
    public @NotNull Match status(int status) {
        return with("status", status);
    }

    /**
     * The short name of an API, or {@code mock} for the server's own API.
     *
     * @param api the value
     * @return this one
     */
    public @NotNull Match api(@NotNull String api) {
        return with("api", api);
    }

    /**
     * Sets {@code operationId}.
     *
     * @param operationId the value
     * @return this one
     */
    public @NotNull Match operationId(@NotNull String operationId) {
        return with("operationId", operationId);
    }

    /**
     * Sets {@code account}.
     *
     * @param account the value
     * @return this one
     */
    public @NotNull Match account(@NotNull String account) {
        return with("account", account);
    }

    /**
     * Sets {@code account}.
     *
     * @param account the value
     * @return this one
     */
    public @NotNull Match account(long account) {
        return with("account", account);
    }

    /**
     * Sets {@code remoteAddress}.
     *
     * @param remoteAddress the value
     * @return this one
     */
    public @NotNull Match remoteAddress(@NotNull String remoteAddress) {
        return with("remoteAddress", remoteAddress);
    }

    /**
     * Sets {@code device}.
     *
     * @param device the value
     * @return this one
     */
    public @NotNull Match device(@NotNull String device) {
        return with("device", device);
    }

    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     *
     * @param name its name
     * @param value its value
     * @return this one
     */
    public @NotNull Match header(@NotNull String name, @NotNull String value) {
        return within("header", name, value);
    }

    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     *
     * @param name its name
     * @param value whether it must be there, or must not
     * @return this one
     */
    public @NotNull Match header(@NotNull String name, boolean value) {
        return within("header", name, value);
    }

    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     *
     * @param name its name
     * @param value its value
     * @return this one
     */
    public @NotNull Match query(@NotNull String name, @NotNull String value) {
        return within("query", name, value);
    }

    /**
     * Wants a member: {@code name} or {@code name:value}, or an object of names and values; true is present, false
     * absent.
     *
     * @param name its name
     * @param value whether it must be there, or must not
     * @return this one
     */
    public @NotNull Match query(@NotNull String name, boolean value) {
        return within("query", name, value);
    }

    /**
     * Wants a member: Properties of a JSON body or form, by names with dots or by JSON pointers, and their values.
     *
     * @param name its name
     * @param value its value
     * @return this one
     */
    public @NotNull Match body(@NotNull String name, @Nullable Object value) {
        return within("body", name, value);
    }

    /**
     * Sets {@code bodyContains}.
     *
     * @param bodyContains the value
     * @return this one
     */
    public @NotNull Match bodyContains(@NotNull String bodyContains) {
        return with("bodyContains", bodyContains);
    }

    /**
     * The number of an entry, or a time. {@code since} excludes the entry of that number.
     *
     * @param since the value
     * @return this one
     */
    public @NotNull Match since(long since) {
        return with("since", since);
    }

    /**
     * The number of an entry, or a time. {@code since} excludes the entry of that number.
     *
     * @param since the value
     * @return this one
     */
    public @NotNull Match since(@NotNull Instant since) {
        return with("since", since);
    }

    /**
     * The number of an entry, or a time. {@code since} excludes the entry of that number.
     *
     * @param until the value
     * @return this one
     */
    public @NotNull Match until(long until) {
        return with("until", until);
    }

    /**
     * The number of an entry, or a time. {@code since} excludes the entry of that number.
     *
     * @param until the value
     * @return this one
     */
    public @NotNull Match until(@NotNull Instant until) {
        return with("until", until);
    }

    /**
     * Sets {@code kind}.
     *
     * @param kind the value
     * @return this one
     */
    public @NotNull Match kind(@NotNull String kind) {
        return with("kind", kind);
    }

    /**
     * Sets {@code socket}.
     *
     * @param socket the value
     * @return this one
     */
    public @NotNull Match socket(@NotNull String socket) {
        return with("socket", socket);
    }

    /**
     * Sets {@code socket}.
     *
     * @param socket the value
     * @return this one
     */
    public @NotNull Match socket(long socket) {
        return with("socket", socket);
    }

    /**
     * Sets {@code direction}.
     *
     * @param direction the value
     * @return this one
     */
    public @NotNull Match direction(@NotNull String direction) {
        return with("direction", direction);
    }

    /**
     * Sets {@code fault}.
     *
     * @param fault the value
     * @return this one
     */
    public @NotNull Match fault(@NotNull String fault) {
        return with("fault", fault);
    }

    /**
     * Sets {@code hasDeviations}.
     *
     * @param hasDeviations the value
     * @return this one
     */
    public @NotNull Match hasDeviations(boolean hasDeviations) {
        return with("hasDeviations", hasDeviations);
    }

    /**
     * How the response was sent: {@code whole}; {@code truncated}, {@code empty}, {@code reset} or {@code never}
     * because of a fault; or {@code aborted}, because the client disconnected, read nothing for too long, or the
     * server stopped. Of a frame: {@code whole}; {@code never}, because a fault dropped it or delayed it until the
     * socket closed; {@code reset}, because the connection was reset before; or {@code aborted}, because the socket
     * closed before.
     *
     * @param ending the value
     * @return this one
     */
    public @NotNull Match ending(@NotNull String ending) {
        return with("ending", ending);
    }

    /**
     * Frames that arrived, that did not, or both; without {@code kind}, it selects frames. Without it and {@code
     * ending}, only frames that arrived are counted.
     *
     * @param delivered the value
     * @return this one
     */
    public @NotNull Match delivered(@NotNull String delivered) {
        return with("delivered", delivered);
    }

    /**
     * Frames that arrived, that did not, or both; without {@code kind}, it selects frames. Without it and {@code
     * ending}, only frames that arrived are counted.
     *
     * @param delivered the value
     * @return this one
     */
    public @NotNull Match delivered(boolean delivered) {
        return with("delivered", delivered);
    }
}
