import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class Crash_71a232d15359f2738e38ff9f1e0a6b4ee76b329d {
    static final String base64Bytes = String.join("", "R0VUIC9kb2N1bWVudHMvY2F0LTE/Y29sbGVjdGlvbg0K");

    public static void main(String[] args) throws Throwable {
        Crash_71a232d15359f2738e38ff9f1e0a6b4ee76b329d.class.getClassLoader().setDefaultAssertionStatus(true);
        try {
            Method fuzzerInitialize = io.neardup.fuzz.MutatedRequests.class.getMethod("fuzzerInitialize");
            fuzzerInitialize.invoke(null);
        } catch (NoSuchMethodException ignored) {
            try {
                Method fuzzerInitialize = io.neardup.fuzz.MutatedRequests.class.getMethod("fuzzerInitialize", String[].class);
                fuzzerInitialize.invoke(null, (Object) args);
            } catch (NoSuchMethodException ignored1) {
            } catch (IllegalAccessException | InvocationTargetException e) {
                e.printStackTrace();
                System.exit(1);
            }
        } catch (IllegalAccessException | InvocationTargetException e) {
            e.printStackTrace();
            System.exit(1);
        }
        byte[] input = java.util.Base64.getDecoder().decode(base64Bytes);
        io.neardup.fuzz.MutatedRequests.fuzzerTestOneInput(input);
    }
}