import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class Crash_113363e355a676aedf5f22d7ceb4bba47309205f {
    static final String base64Bytes = String.join("", "UE9TVCAvZmluZ2VycHJpbnQgSFRUUC8wLjENCkNvbnRlbnQtVHlwZTogYXBiIHBsaWNhdGlvbi9qc29uDQoNCnRhcHBsaWNhdGlvbi94LW5kanNvbnsiZXh0IjoiYSBiIGMifQ==");

    public static void main(String[] args) throws Throwable {
        Crash_113363e355a676aedf5f22d7ceb4bba47309205f.class.getClassLoader().setDefaultAssertionStatus(true);
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