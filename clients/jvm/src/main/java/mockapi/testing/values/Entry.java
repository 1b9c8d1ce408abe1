package mockapi.testing.values;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** An entry of the journal: an exchange of request and answer, or a frame of a socket. */
public final class Entry extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Entry(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the number; null while the answer is on its way} */
    public @Nullable Long getId() {
        return numberOrNull("id");
    }

    /** {@return {@code exchange} or {@code frame}} */
    public @NotNull String getKind() {
        return text("kind");
    }

    /** {@return when, by the world's clock} */
    public @NotNull Instant getTime() {
        return time("time");
    }

    /** {@return the API's short name} */
    public @NotNull String getApi() {
        return text("api");
    }

    /** {@return the path, as it was asked} */
    public @Nullable String getPath() {
        return textOrNull("path");
    }

    /** {@return whose token came along} */
    public @Nullable String getAccount() {
        return textOrNull("account");
    }

    /** {@return the method} */
    public @Nullable String getMethod() {
        return textOrNull("method");
    }

    /** {@return the status that the client received; null if it received none} */
    public @Nullable Integer getStatus() {
        return integerOrNull("status");
    }

    /** {@return the client's address} */
    public @Nullable String getRemoteAddress() {
        return textOrNull("remoteAddress");
    }

    /** {@return the id of the device that called} */
    public @Nullable String getDevice() {
        return textOrNull("device");
    }

    /** {@return the real time until the answer was there} */
    public @Nullable Long getDurationMicroseconds() {
        return numberOrNull("durationMicroseconds");
    }

    /** {@return the operation of the API's document} */
    public @Nullable String getOperationId() {
        return textOrNull("operationId");
    }

    /** {@return the query} */
    public @Nullable String getQuery() {
        return textOrNull("query");
    }

    /** {@return whether a frame arrived; null for other entries and while it is on its way} */
    public @Nullable Boolean getDelivered() {
        return flagOrNull("delivered");
    }

    /** {@return how the answer or frame went out, such as {@code whole}; {@code underWay} while it does} */
    public @Nullable String getEnding() {
        return textOrNull("ending");
    }

    /** {@return bytes of the content that were sent} */
    public @Nullable Long getSentBytes() {
        return numberOrNull("sentBytes");
    }

    /** {@return the number of the frame's socket} */
    public @Nullable String getSocket() {
        return textOrNull("socket");
    }

    /** {@return {@code received} by the server, or {@code sent}} */
    public @Nullable String getDirection() {
        return textOrNull("direction");
    }

    /** {@return {@code text} or {@code binary}} */
    public @Nullable String getType() {
        return textOrNull("type");
    }

    /** {@return the size of the frame's payload} */
    public @Nullable Long getPayloadBytes() {
        return numberOrNull("payloadBytes");
    }

    /** {@return what a frame is, such as its command and destination} */
    public @Nullable String getSummary() {
        return textOrNull("summary");
    }

    /** {@return the faults that touched it} */
    public @NotNull List<AppliedFault> getFaults() {
        return values("faults", AppliedFault::new);
    }

    /** {@return in what the request left its API document} */
    public @NotNull List<Deviation> getDeviations() {
        return values("deviations", Deviation::new);
    }

    /** {@return what the client sent; null in summaries} */
    public @Nullable Request getRequest() {
        return valueOrNull("request", Request::new);
    }

    /** {@return what the client got; null in summaries} */
    public @Nullable Response getResponse() {
        return valueOrNull("response", Response::new);
    }

    /** {@return the frame's payload: parsed JSON, text, or bytes in base64} */
    public @Nullable Object getPayload() {
        return any("payload");
    }

    /** {@return how the payload is written: {@code json}, {@code text} or {@code base64}} */
    public @Nullable String getEncoding() {
        return textOrNull("encoding");
    }

    /** {@return whether only the payload's beginning was kept} */
    public boolean isTruncated() {
        return flag("truncated");
    }

    /** A fault that touched an exchange or frame. */
    public static final class AppliedFault extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public AppliedFault(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the fault's id} */
        public @NotNull String getId() {
            return text("id");
        }

        /** {@return the fault's type} */
        public @NotNull String getType() {
            return text("type");
        }
    }

    /** One way in which a request left its API document. */
    public static final class Deviation extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Deviation(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the part of the request} */
        public @NotNull String getLocation() {
            return text("location");
        }

        /** {@return what is wrong} */
        public @NotNull String getMessage() {
            return text("message");
        }
    }

    /** What a client sent. */
    public static final class Request extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Request(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the headers; a name that came more than once has several values} */
        public @NotNull Map<String, List<String>> getHeaders() {
            return headers("headers");
        }

        /** {@return how many bytes came} */
        public long getBodyBytes() {
            return number("bodyBytes");
        }

        /** {@return the content: parsed JSON, text, or bytes in base64} */
        public @Nullable Object getBody() {
            return any("body");
        }

        /** {@return how the content is written: {@code json}, {@code text} or {@code base64}} */
        public @Nullable String getEncoding() {
            return textOrNull("encoding");
        }

        /** {@return whether only its beginning was kept} */
        public boolean isTruncated() {
            return flag("truncated");
        }
    }

    /** What a client got. */
    public static final class Response extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Response(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the status} */
        public @Nullable Integer getStatus() {
            return integerOrNull("status");
        }

        /** {@return the headers} */
        public @NotNull Map<String, List<String>> getHeaders() {
            return headers("headers");
        }

        /** {@return how many bytes were to go out} */
        public long getBodyBytes() {
            return number("bodyBytes");
        }

        /** {@return whether the content has no end, and is not kept} */
        public boolean isStreamed() {
            return flag("streamed");
        }

        /** {@return the content: parsed JSON, text, or bytes in base64} */
        public @Nullable Object getBody() {
            return any("body");
        }

        /** {@return how the content is written: {@code json}, {@code text} or {@code base64}} */
        public @Nullable String getEncoding() {
            return textOrNull("encoding");
        }

        /** {@return whether only its beginning was kept} */
        public boolean isTruncated() {
            return flag("truncated");
        }

        /** {@return how long a fault held it back} */
        public @Nullable Long getDelayMilliseconds() {
            return numberOrNull("delayMilliseconds");
        }

        /** {@return how slow a fault made it} */
        public @Nullable Long getBytesPerSecond() {
            return numberOrNull("bytesPerSecond");
        }
    }
}
