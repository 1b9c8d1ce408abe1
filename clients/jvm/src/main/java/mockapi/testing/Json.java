package mockapi.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * JSON, for the JDK has none. Objects are maps, arrays are lists, numbers are {@link Long} or {@link Double}, and
 * null is null. It is here for the kit; an app has its own library.
 */
public final class Json {
    private static final int DEPTH = 500;

    private final String text;
    private int at;

    private Json(String text) { this.text = text; }

    /**
     * Reads a document.
     * @param text the document
     * @return a map, a list, a text, a number, a boolean, or null
     * @throws IllegalArgumentException if it is not JSON
     */
    public static @Nullable Object parse(@NotNull String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.blanks();
        if (json.at < text.length()) {
            throw json.wrong("the end");
        }
        return value;
    }

    /**
     * Reads a document that is an object.
     * @param text the document
     * @return its members in their order
     * @throws IllegalArgumentException if it is not JSON, or no object
     */
    @SuppressWarnings("unchecked") // Objects have texts for keys.
    public static @NotNull Map<String, Object> parseObject(@NotNull String text) {
        Object value = parse(text);
        if (!(value instanceof Map)) {
            throw new IllegalArgumentException("an object was expected, not " + shortened(text));
        }
        return (Map<String, Object>) value;
    }

    /**
     * Writes a document.
     * @param value maps, iterables, numbers, booleans, null; anything else is written as its text
     */
    public static @NotNull String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value) {
        if (value == null || value instanceof Boolean || value instanceof Number) {
            out.append(value);
        } else if (value instanceof Map) {
            out.append('{');
            String comma = "";
            for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
                out.append(comma);
                quote(out, String.valueOf(member.getKey()));
                write(out.append(':'), member.getValue());
                comma = ",";
            }
            out.append('}');
        } else if (value instanceof Iterable) {
            out.append('[');
            String comma = "";
            for (Object item : (Iterable<?>) value) {
                write(out.append(comma), item);
                comma = ",";
            }
            out.append(']');
        } else {
            quote(out, value.toString());
        }
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private Object value(int depth) {
        blanks();
        if (depth > DEPTH) {
            throw wrong("no more than " + DEPTH + " levels");
        }
        char c = at < text.length() ? text.charAt(at) : 0;
        switch (c) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        blanks();
        if (next('}')) { return members; }
        do {
            blanks();
            if (at >= text.length() || text.charAt(at) != '"') {
                throw wrong("the name of a member");
            }
            String name = string();
            blanks();
            expect(':');
            members.put(name, value(depth + 1));
            blanks();
        } while (next(','));
        expect('}');
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        at++;
        blanks();
        if (next(']')) { return items; }
        do {
            items.add(value(depth + 1));
            blanks();
        } while (next(','));
        expect(']');
        return items;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') { return out.toString(); }
            out.append(c == '\\' ? escaped() : c);
        }
        throw wrong("the end of a text");
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : 0;
        int simple = "\"\\/bfnrt".indexOf(c);
        if (simple >= 0) { return "\"\\/\b\f\n\r\t".charAt(simple); }
        if (c == 'u' && at + 4 <= text.length()) {
            try {
                char code = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                at += 4;
                return code;
            } catch (NumberFormatException notHexadecimal) {
                throw wrong("four hexadecimal digits");
            }
        }
        throw wrong("an escape");
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        try {
            if (digits.indexOf('.') < 0 && digits.indexOf('e') < 0 && digits.indexOf('E') < 0) {
                return Long.valueOf(digits);
            }
            return Double.valueOf(digits);
        } catch (NumberFormatException notANumber) {
            at = start;
            throw wrong("a value");
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return value;
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean next(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!next(c)) {
            throw wrong("\"" + c + "\"");
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("this is not JSON: " + expected + " was expected at character " + at
            + " of " + shortened(text));
    }

    private static String shortened(String text) { return text.length() <= 200 ? text : text.substring(0, 200) + "…"; }

    /** Leaves out what is null, so that options which nobody set are not sent. */
    /** Text as JSON, where it is JSON. */
    static Object parseOrText(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException noJson) { return text; }
    }

    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value != null) {
                members.put((String) namesAndValues[i], plain(value));
            }
        }
        return members;
    }

    /** A value as JSON has it. */
    static Object plain(Object value) {
        if (value instanceof Options) { return ((Options<?>) value).members(); }
        return value instanceof Instant ? value.toString() : value;
    }
}
