package mockapi.testing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A message of a STOMP destination. */
public final class StompMessage {
    private final String command;
    private final Map<String, String> headers;
    private final String text;

    private StompMessage(String command, Map<String, String> headers, String text) {
        this.command = command;
        this.headers = headers;
        this.text = text;
    }

    /** {@return where it was sent to} */
    public @NotNull String destination() { return headers.getOrDefault("destination", ""); }
    /** {@return all headers} */
    public @NotNull Map<String, String> headers() { return Collections.unmodifiableMap(headers); }
    /** {@return the body} */
    public @NotNull String text() { return text; }

    /** {@return the body as JSON: maps, lists, texts and numbers; null where it is none} */
    public @Nullable Object json() {
        Object value = Json.parseOrText(text);
        return text.equals(value) ? null : value;
    }

    /** {@return the destination and the body} */
    @Override
    public @NotNull String toString() {
        return destination() + ": " + (text.length() > 200 ? text.substring(0, 200) + "…" : text);
    }

    String command() { return command; }

    /** Reads a frame; null for a heart-beat. */
    static StompMessage parse(String frame) {
        String plain = frame.replace("\r\n", "\n").replaceFirst("^\n+", "");
        int end = plain.indexOf("\n\n");
        if (end < 0) { return null; }
        String[] lines = plain.substring(0, end).split("\n");
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            String[] pair = lines[i].split(":", 2);
            // Of a header that is there twice, the first one counts.
            headers.putIfAbsent(unescaped(pair[0]), pair.length > 1 ? unescaped(pair[1]) : "");
        }
        int last = plain.indexOf('\0', end);
        return new StompMessage(lines[0], headers, plain.substring(end + 2, last < 0 ? plain.length() : last));
    }

    static String frame(String command, Map<String, String> headers, String body) {
        StringBuilder text = new StringBuilder(command).append('\n');
        boolean plain = command.equals("CONNECT");
        headers.forEach((name, value) -> text.append(plain ? name : escaped(name)).append(':')
            .append(plain ? value : escaped(value)).append('\n'));
        return text.append('\n').append(body).append('\0').toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace(":", "\\c").replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '\\' && i + 1 < text.length()) {
                char code = text.charAt(++i);
                each = code == 'n' ? '\n' : code == 'c' ? ':' : code == 'r' ? '\r' : code;
            }
            plain.append(each);
        }
        return plain.toString();
    }
}
