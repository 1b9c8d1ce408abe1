package mockapi.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Sends a request. There are two ways: the JDK's client, and the one that Android has. */
interface Transport {
    /** Sends a request and reads the whole response; the body is null for none. */
    Response send(String method, String url, Map<String, String> headers, byte[] body, Duration timeout)
        throws IOException, InterruptedException;

    /** Opens a response without an end; the time-out is for its headers. */
    Opened open(String url, Map<String, String> headers, Duration timeout) throws IOException, InterruptedException;

    /** The JDK's client where there is one, since it can be interrupted and knows PATCH; else that of Android. */
    static Transport best() {
        try {
            Class.forName("java.net.http.HttpClient");
            return new HttpClientTransport();
        } catch (ClassNotFoundException onAndroid) { return new UrlConnectionTransport(); }
    }

    /** Reads to the end, with what Android has had for long. */
    static String text(InputStream content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        for (int count = content.read(part); count >= 0; count = content.read(part)) {
            bytes.write(part, 0, count);
        }
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }

    /** A complete response. */
    final class Response {
        final int status;
        final String body;

        Response(int status, String body) {
            this.status = status;
            this.body = body;
        }
    }

    /** A response whose content is still to be read. */
    final class Opened {
        final int status;
        final InputStream content;
        /** Ends it at once, also while another thread reads. */
        final Runnable close;

        Opened(int status, InputStream content, Runnable close) {
            this.status = status;
            this.content = content;
            this.close = close;
        }
    }
}
