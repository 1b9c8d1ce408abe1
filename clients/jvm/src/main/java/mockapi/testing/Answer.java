package mockapi.testing;

import org.jetbrains.annotations.NotNull;

/** What an app is answered in place of the server's response, or how that is changed; and how often. */
public final class Answer {
    private Object patch;
    private Object body;
    private Object headers;
    private Integer status;
    private Integer after;
    private Integer times;
    private Boolean undocumented;

    private Answer() {
    }

    /**
     * Changes the body of the response that the server gives.
     * @param patch a JSON Merge Patch (a map) or a JSON Patch (a list of maps); or either as JSON text
     */
    public static @NotNull Answer patch(@NotNull Object patch) {
        Answer answer = new Answer();
        answer.patch = patch instanceof String ? Json.parse((String) patch) : Json.plain(patch);
        return answer;
    }

    /**
     * Gives the patched response another status.
     * @param code such as 206
     */
    public @NotNull Answer withStatus(int code) {
        status = code;
        return this;
    }

    /**
     * Answers with a status, in the API's shape for it.
     * @param status such as 503
     */
    public static @NotNull Answer status(int status) {
        Answer answer = new Answer();
        answer.status = status;
        return answer;
    }

    /**
     * Answers with a body.
     * @param body JSON as maps, lists, texts and numbers
     */
    public @NotNull Answer body(@NotNull Object body) {
        this.body = Json.plain(body);
        return this;
    }

    /**
     * Answers with headers.
     * @param headers their names and values
     */
    public @NotNull Answer headers(@NotNull java.util.Map<String, String> headers) {
        this.headers = Json.plain(headers);
        return this;
    }

    /** {@return the answer for the next request alone} */
    public @NotNull Answer once() { return times(1); }

    /**
     * Says for how many requests it counts.
     * @param count from 1
     */
    public @NotNull Answer times(int count) {
        times = count;
        return this;
    }

    /**
     * Says for which request it counts alone.
     * @param number 3 for the third one from now
     */
    public @NotNull Answer onCall(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("onCall counts from 1");
        }
        after = number - 1;
        return times(1);
    }

    /** {@return the answer, which may differ from the API's document} */
    public @NotNull Answer undocumented() {
        undocumented = true;
        return this;
    }

    Object members(FaultMatch match) {
        return Json.object("match", match, "fault", fault(), "after", after, "times", times);
    }

    Object fault() {
        if (patch != null && body != null) {
            throw new IllegalArgumentException("give a patch of the body or another body, not both");
        }
        return patch == null
            ? Json.object("type", "status", "status", status == null ? 200 : status, "body", body, "headers", headers)
            : Json.object("type", "patch", "patch", patch, "status", status, "headers", headers,
                "undocumented", undocumented);
    }
}
